/*
 * warp_calls.h - what Python calls: self_play.py knows these names. Included at the end of a game's
 * file, which has said what a game, its lessons and their inputs are.
 */
#ifdef __CUDACC__
enum {
    PLAY_MEMORY = (int)(sizeof(number) * WIDTH * MIDDLE + WARPS * sizeof(struct work))
}; /* of a block, on the chip */

__global__ void __launch_bounds__(WARPS * 32)
    play_kernel(struct net net, struct course course, struct harvest harvest, struct store *stores)
{
    extern __shared__ __align__(16) unsigned char memory[]; /* of PLAY_MEMORY bytes */
    number *middle = (number *)memory;
    struct work *works = (struct work *)(middle + WIDTH * MIDDLE);
    for (int i = (int)threadIdx.x; i < WIDTH * MIDDLE; i += WARPS * 32)
        middle[i] = net.middle[i];
    __syncthreads();
    struct game game;
    net.middle = middle;
    game.net = net;
    game.course = course;
    game.work = &works[threadIdx.x / 32];
    game.store = &stores[blockIdx.x * WARPS + threadIdx.x / 32];
    play_games(&game, &harvest);
}

__global__ void show_kernel(const struct lesson *lessons, const int64_t *order, int count,
                            uint32_t seed, input_number *inputs, int32_t *heads, float *chances)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count)
        return;
    uint32_t dice = ((uint32_t)i * 0x9e3779b9u ^ seed) * 0x85ebca6bu;
    show_lesson(&lessons[order[i]], dice >> 16, inputs + (int64_t)i * INPUTS, heads + i,
                chances + i * GOALS);
}

extern "C" int self_play_blocks()
{
    int per_processor = 0, processors = 0;
    cudaFuncSetAttribute(play_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, PLAY_MEMORY);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, play_kernel, WARPS * 32,
                                                  PLAY_MEMORY);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    return per_processor * processors;
}
extern "C" void self_play_play(struct net net, struct course course, struct harvest harvest,
                               void *stores, int blocks)
{
    play_kernel<<<blocks, WARPS * 32, PLAY_MEMORY>>>(net, course, harvest, (struct store *)stores);
}
extern "C" void self_play_show(const struct lesson *lessons, const int64_t *order, int count,
                               uint32_t seed, void *inputs, int32_t *heads, float *chances)
{
    show_kernel<<<(count + 63) / 64, 64>>>(lessons, order, count, seed, (input_number *)inputs,
                                           heads, chances);
}
#else
#include <thread>
#include <vector>

extern "C" int self_play_blocks() { return (int)std::thread::hardware_concurrency(); }

static void play_in_thread(const struct net *net, const struct course *course,
                           const struct harvest *harvest, struct store *store)
{
    struct work *work = new struct work;
    struct game *game = new struct game;
    game->net = *net;
    game->course = *course;
    game->work = work;
    game->store = store;
    play_games(game, harvest);
    delete game;
    delete work;
}

extern "C" void self_play_play(struct net net, struct course course, struct harvest harvest,
                               void *stores, int blocks)
{
    std::vector<std::thread> threads;
    for (int i = 0; i < blocks; i++)
        threads.emplace_back(play_in_thread, &net, &course, &harvest, (struct store *)stores + i);
    for (std::thread &thread : threads)
        thread.join();
}
extern "C" void self_play_show(const struct lesson *lessons, const int64_t *order, int count,
                               uint32_t seed, void *inputs, int32_t *heads, float *chances)
{
    for (int i = 0; i < count; i++) {
        uint32_t dice = ((uint32_t)i * 0x9e3779b9u ^ seed) * 0x85ebca6bu;
        show_lesson(&lessons[order[i]], dice >> 16, (input_number *)inputs + (int64_t)i * INPUTS,
                    heads + i, chances + i * GOALS);
    }
}
#endif
extern "C" int self_play_store_bytes() { return (int)sizeof(struct store); }
extern "C" int self_play_lesson_bytes() { return (int)sizeof(struct lesson); }
extern "C" int self_play_warps() { return WARPS; }

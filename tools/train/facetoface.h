/*
 * facetoface.h - duels of FACE TO FACE for facetoface.py, which trains the network on them; it describes the same structs.
 */
#ifndef STOS_TRAIN_FACETOFACE_H
#define STOS_TRAIN_FACETOFACE_H

#include "bot/facetoface/net.h"

#include <stdatomic.h>

struct course {
    uint64_t seed;
    int32_t duels, threads, plans;
    int32_t measured; /* every so many-th duel is played against `steady` */
    int32_t counting; /* nothing was learned yet */
    float explore;    /* how often another plan than the best is chosen */
    float noise;      /* and how far off its log odds may be */
    float blend;      /* how much a lesson believes in what came later, not in what was foretold */
};

enum { ANSWER_ONE = 32767 };

/* Inputs are padded with the numbers from FACETOFACE_NET_INPUTS on, several of them, so that a card's threads add up side by side. */
struct lesson {
    int16_t input[FACETOFACE_NET_MOST];
    int16_t head, answer;
};

struct harvest {
    struct lesson *lesson;
    int64_t most;
    _Atomic int64_t lessons;
    _Atomic int64_t measured, won; /* duels against `steady` */
};

/* The shape of the network, and of a lesson: how many numbers of 16 bits it has. */
int self_play_inputs(void);
int self_play_pads(void);
int self_play_width(void);
int self_play_middle(void);
int self_play_heads(void);
int self_play_lesson_numbers(void);

/* The input that stands for the same thing when rising and falling change places. */
int self_play_turned(int input);

/*
 * Plays a course's duels with a network whose weights and biases lie as in its file (quantise.py). Lessons beyond the
 * harvest's most are counted, not kept. False when no thread could be started.
 */
bool self_play_play(const int16_t *weights, const int32_t *biases, const struct course *course, struct harvest *harvest);

#endif

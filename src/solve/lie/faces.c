/* faces.c - see faces.h. */
#include "faces.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A little of every choice counts in the learning side's own weights, so that it also learns what
 * it would do then. */
static const float share_of_all = 0.02F;

size_t lie_faces_met_floats(const struct lie_round *round)
{
    size_t first = (size_t)round->side[0].classes * (size_t)round->side[1].width;
    size_t second = (size_t)round->side[1].classes * (size_t)round->side[0].width;
    return first > second ? first : second;
}

bool lie_faces_open(struct lie_faces *faces, const struct lie_round *round)
{
    size_t deals = (size_t)round->side[0].deals * (size_t)round->side[1].deals;
    memset(faces, 0, sizeof *faces);
    faces->joint = malloc(deals * sizeof(float));
    faces->met = calloc(lie_faces_met_floats(round), sizeof(float));
    bool good = faces->joint && faces->met;
    for (int own = 0; own < 2; own++) {
        faces->shares[own] = calloc((size_t)round->side[own].choices, sizeof(float));
        good = good && faces->shares[own];
    }
    if (!good) {
        lie_faces_close(faces);
        return false;
    }
    for (int i = 0; i < round->side[0].deals; i++)
        for (int k = 0; k < round->side[1].deals; k++)
            faces->joint[i * round->side[1].deals + k] = (float)lie_round_joint(round, i, k);
    return true;
}

void lie_faces_close(struct lie_faces *faces)
{
    free(faces->joint);
    free(faces->met);
    for (int i = 0; i < 2; i++)
        free(faces->shares[i]);
    memset(faces, 0, sizeof *faces);
}

/* The joint chance of a deal of the other side and one of the learning side. */
static float joint_of(const struct lie_faces *faces, const struct lie_round *round, int own,
                      int deal, int own_deal)
{
    return own ? faces->joint[deal * round->side[1].deals + own_deal]
               : faces->joint[own_deal * round->side[1].deals + deal];
}

static void add_meetings(const struct lie_faces *faces, const struct lie_round *round, int own,
                         int deal, int own_deal, float *chance)
{
    const struct lie_round_side *other = &round->side[!own], *mine = &round->side[own];
    float joint = joint_of(faces, round, own, deal, own_deal);
    int first = mine->deal[own_deal].first_choice, last = mine->deal[own_deal + 1].first_choice;
    for (int i = other->deal[deal].first_choice; i < other->deal[deal + 1].first_choice; i++) {
        float weight = joint * faces->shares[!own][i];
        for (int k = first; weight > 0 && k < last; k++) {
            float share =
                (1 - share_of_all) * faces->shares[own][k] + share_of_all / (float)(last - first);
            chance[other->class_of[i] * mine->width + mine->class_of[k]] += weight * share;
        }
    }
}

static float deal_chance(const struct lie_faces *faces, const struct lie_round *round, int own,
                         int deal)
{
    float sum = 0;
    for (int k = 0; k < round->side[own].deals; k++)
        sum += joint_of(faces, round, own, deal, k);
    return sum;
}

void lie_faces_prepare(const struct lie_faces *faces, const struct lie_round *round, int own,
                       float *reach, float *chance)
{
    const struct lie_round_side *other = &round->side[!own];
    size_t width = (size_t)round->side[own].width;
    memset(reach, 0, (size_t)other->width * sizeof *reach);
    memset(chance, 0, (size_t)other->classes * width * sizeof *chance);
    for (int deal = 0; deal < other->deals; deal++) {
        float likely = deal_chance(faces, round, own, deal);
        for (int i = other->deal[deal].first_choice; i < other->deal[deal + 1].first_choice; i++)
            reach[other->class_of[i]] += likely * faces->shares[!own][i];
        for (int own_deal = 0; own_deal < round->side[own].deals; own_deal++)
            add_meetings(faces, round, own, deal, own_deal, chance);
    }
    for (int i = 0; i < other->classes; i++)
        for (size_t k = 0; k < width; k++)
            chance[(size_t)i * width + k] =
                reach[i] > 0 ? chance[(size_t)i * width + k] / reach[i] : 0;
}

/* What meeting a deal of the other side is worth for each class of the learning side. */
static void worth_against(const struct lie_faces *faces, const struct lie_round *round, int own,
                          int deal, const float *reach, float *worth)
{
    const struct lie_round_side *other = &round->side[!own];
    int width = round->side[own].width;
    memset(worth, 0, (size_t)width * sizeof *worth);
    for (int i = other->deal[deal].first_choice; i < other->deal[deal + 1].first_choice; i++) {
        int class = other->class_of[i];
        float weight = reach[class] > 0 ? faces->shares[!own][i] / reach[class] : 0;
        for (int k = 0; weight > 0 && k < width; k++)
            worth[k] += weight * faces->met[class * width + k];
    }
}

void lie_faces_worth(const struct lie_faces *faces, const struct lie_round *round, int own,
                     const float *reach, float *worth)
{
    enum { MOST_CLASSES = 64 };
    const struct lie_round_side *mine = &round->side[own];
    float against[MOST_CLASSES];
    assert(mine->width <= MOST_CLASSES);
    memset(worth, 0, (size_t)mine->choices * sizeof *worth);
    for (int deal = 0; deal < round->side[!own].deals; deal++) {
        worth_against(faces, round, own, deal, reach, against);
        for (int own_deal = 0; own_deal < mine->deals; own_deal++) {
            float joint = joint_of(faces, round, own, deal, own_deal);
            for (int k = mine->deal[own_deal].first_choice;
                 k < mine->deal[own_deal + 1].first_choice; k++)
                worth[k] += joint * against[mine->class_of[k]];
        }
    }
}

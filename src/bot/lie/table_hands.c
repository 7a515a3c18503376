/* table_hands.c - see table_hands.h. */
#include "table_hands.h"

#include <string.h>

/* Fills from a place on with the lowest cards that keep the hand sorted and no kind more than
 * twice. */
static bool fill_deal(int cards, uint8_t *kind, int from, int lowest)
{
    for (int i = from; i < cards; i++) {
        int next = i == from ? lowest : kind[i - 1];
        if (i >= 2 && kind[i - 2] == next)
            next++;
        if (next >= STOS_LIE_KINDS)
            return false;
        kind[i] = (uint8_t)next;
    }
    return true;
}

void lie_first_deal(int cards, uint8_t *kind) { fill_deal(cards, kind, 0, 0); }

bool lie_next_deal(int cards, uint8_t *kind)
{
    uint8_t trial[STOS_LIE_HAND];
    if (cards < 1 || cards > STOS_LIE_HAND)
        return false;
    for (int at = cards - 1; at >= 0; at--) {
        memcpy(trial, kind, (size_t)cards);
        if (fill_deal(cards, trial, at, kind[at] + 1)) {
            memcpy(kind, trial, (size_t)cards);
            return true;
        }
    }
    return false;
}

int lie_deal_index(int cards, const uint8_t *kind)
{
    uint8_t deal[STOS_LIE_HAND];
    int index = 0;
    lie_first_deal(cards, deal);
    while (memcmp(deal, kind, (size_t)cards) != 0 && lie_next_deal(cards, deal))
        index++;
    return index;
}

int lie_plain_ends(int cards, const uint8_t *kind, int ends)
{
    for (int i = 1; i < cards; i++)
        if (kind[i] == kind[i - 1] && (ends >> (i - 1) & 3) == 2)
            ends ^= 3 << (i - 1);
    return ends;
}

int lie_shown_index(int cards, const uint8_t *kind, int ends)
{
    uint8_t deal[STOS_LIE_HAND];
    int index = 0, plain = lie_plain_ends(cards, kind, ends);
    if (cards < 1 || cards > STOS_LIE_HAND)
        return 0;
    lie_first_deal(cards, deal);
    for (;;) {
        bool here = memcmp(deal, kind, (size_t)cards) == 0;
        for (int mask = 0; mask < 1 << cards; mask++) {
            if (here && mask == plain)
                return index;
            index += lie_plain_ends(cards, deal, mask) == mask;
        }
        if (!lie_next_deal(cards, deal))
            return index;
    }
}

void lie_first_faces(int cards, uint8_t *face) { memset(face, 1, (size_t)cards); }

bool lie_next_faces(int cards, uint8_t *face)
{
    for (int at = cards - 1; at >= 0; at--)
        if (face[at] < STOS_LIE_FACES) {
            memset(face + at, face[at] + 1, (size_t)(cards - at));
            return true;
        }
    return false;
}

static void sort_faces(int cards, const uint8_t *face, uint8_t *out)
{
    for (int i = 0; i < cards; i++) {
        int at = i;
        for (; at > 0 && out[at - 1] > face[i]; at--)
            out[at] = out[at - 1];
        out[at] = face[i];
    }
}

int lie_faces_index(int cards, const uint8_t *face)
{
    uint8_t sorted[STOS_LIE_HAND], faces[STOS_LIE_HAND];
    int index = 0;
    sort_faces(cards, face, sorted);
    lie_first_faces(cards, faces);
    while (memcmp(faces, sorted, (size_t)cards) != 0 && lie_next_faces(cards, faces))
        index++;
    return index;
}

/*
 * array.h - arrays that grow by doubling, so that adding one element after the other stays cheap.
 */
#ifndef STOS_STORE_ARRAY_H
#define STOS_STORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static inline bool array_grow(void *array, size_t *room, size_t wanted, size_t size)
{
    enum { LEAST = 16 };
    void *elements;
    size_t more = *room ? *room : LEAST;
    if (wanted <= *room)
        return true;
    while (more < wanted)
        more *= 2;
    memcpy(&elements, array, sizeof elements);
    if (!(elements = realloc(elements, more * size)))
        return false;
    memcpy(array, &elements, sizeof elements);
    *room = more;
    return true;
}

/* Whether `array`, a pointer with room for `room` elements, has room for `wanted`, perhaps after
 * growing; false: out of memory, and nothing has changed. */
#define array_fits(array, room, wanted) array_grow(&(array), &(room), (wanted), sizeof *(array))

#endif

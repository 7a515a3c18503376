/* postgres_array.c - see postgres_array.h. */
#include "postgres_array.h"
#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for so many bytes more. */
static bool make_room(struct postgres_arrays *arrays, struct postgres_array *array, size_t more)
{
    bool fits = array_fits(array->text, array->room, array->length + more);
    arrays->failed |= !fits;
    return fits;
}

static void start_element(struct postgres_array *array)
{
    array->text[array->length] = array->length == 0 ? '{' : ',';
    array->length++;
}

void postgres_arrays_text(struct postgres_arrays *arrays, int which, const char *text)
{
    struct postgres_array *array = &arrays->array[which];
    if (!make_room(arrays, array, 2 * strlen(text) + 3)) /* each byte may need a backslash */
        return;
    start_element(array);
    array->text[array->length++] = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            array->text[array->length++] = '\\';
        array->text[array->length++] = *text;
    }
    array->text[array->length++] = '"';
}

void postgres_arrays_number(struct postgres_arrays *arrays, int which, int64_t number)
{
    struct postgres_array *array = &arrays->array[which];
    if (!make_room(arrays, array, 24))
        return;
    start_element(array);
    array->length += (size_t)snprintf(array->text + array->length, 23, "%lld", (long long)number);
}

const char *const *postgres_arrays_values(struct postgres_arrays *arrays, int count)
{
    for (int i = 0; i < count; i++) {
        struct postgres_array *array = &arrays->array[i];
        if (!make_room(arrays, array, 3))
            return NULL;
        memcpy(array->text + array->length, array->length == 0 ? "{}" : "}",
               array->length == 0 ? 3 : 2);
        arrays->values[i] = array->text;
    }
    return arrays->failed ? NULL : arrays->values;
}

void postgres_arrays_free(struct postgres_arrays *arrays)
{
    for (int i = 0; i < POSTGRES_VALUES; i++)
        free(arrays->array[i].text);
}

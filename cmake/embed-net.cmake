# Writes OUT, a C file with the network of NET, which tools/train/quantise.py packed (it documents the format), as the `struct net`
# NAME_net. The numbers are the same on every machine, whatever its byte order. HEADER, below src/bot, declares it and says by
# PREFIX_INPUTS, PREFIX_WIDTH (at most), PREFIX_MIDDLE (the last hidden layer) and PREFIX_OUTPUTS what the game makes of it.
file(READ ${NET} hex HEX)
string(SUBSTRING "${hex}" 0 24 head)
if(NOT head STREQUAL "73746f732d6e657402000000") # "stos-net", version 2
    message(FATAL_ERROR "${NET} is not a network of version 2")
endif()
string(SUBSTRING "${hex}" 32 64 checksum)
string(SUBSTRING "${hex}" 96 -1 rest)
string(SHA256 found "${rest}")
if(NOT found STREQUAL checksum)
    message(FATAL_ERROR "${NET} is damaged: its checksum is wrong")
endif()

function(read_number name digits)
    string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1" number ${digits})
    math(EXPR number ${number})
    set(${name} ${number} PARENT_SCOPE)
endfunction()

# Takes `digits` digits off the front of `rest`.
function(take name digits)
    string(LENGTH "${rest}" left)
    if(left LESS digits)
        message(FATAL_ERROR "${NET} is too short for its sizes")
    endif()
    string(SUBSTRING "${rest}" 0 ${digits} taken)
    string(SUBSTRING "${rest}" ${digits} -1 rest)
    set(${name} "${taken}" PARENT_SCOPE)
    set(rest "${rest}" PARENT_SCOPE)
endfunction()

# ---- the shape: where the weights of each dense layer begin, and its biases

string(SUBSTRING "${hex}" 24 8 digits)
read_number(size_count ${digits})
set(sizes "")
foreach(i RANGE 1 ${size_count})
    take(digits 8)
    read_number(size ${digits})
    list(APPEND sizes ${size})
endforeach()
list(POP_FRONT sizes inputs width)
set(layer_inputs ${width})
set(layers "")
set(bias_count 0)
math(EXPR weight_count "(${inputs} + 1) * ${width}")
foreach(size IN LISTS sizes)
    string(APPEND layers "        {${layer_inputs}, ${size}, WEIGHTS + ${weight_count}, BIASES + ${bias_count}},\n")
    math(EXPR weight_count "${weight_count} + ${layer_inputs} * ${size}")
    math(EXPR bias_count "${bias_count} + ${size}")
    set(middle ${layer_inputs})
    set(layer_inputs ${size})
endforeach()
list(LENGTH sizes layer_count)
list(GET sizes -1 outputs)
math(EXPR bias_start "${inputs} * ${width}")

# ---- the numbers

math(EXPR weight_digits "${weight_count} * 4")
math(EXPR bias_digits "${bias_count} * 8")
take(weights ${weight_digits})
take(biases ${bias_digits})
if(NOT rest STREQUAL "")
    message(FATAL_ERROR "${NET} is too long for its sizes")
endif()
string(REGEX REPLACE "(..)(..)" "0x\\2\\1," weights "${weights}")
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1," biases "${biases}")
file(WRITE ${OUT}.new "/* Generated from ${NET}; not for editing. */
#include \"bot/${HEADER}\"

_Static_assert(${PREFIX}_INPUTS == ${inputs} && ${width} <= ${PREFIX}_WIDTH && ${PREFIX}_MIDDLE == ${middle} && ${PREFIX}_OUTPUTS == ${outputs},
               \"the network in data/ is not the one that bot/${HEADER} describes\");
_Static_assert(${layer_count} <= NET_LAYERS && ${width} <= NET_WIDEST, \"the network is larger than bot/net/net.h allows\");

/* The bits of int16_t and int32_t, which may be read through these pointers. Bare numbers: with anything around them compiling takes three times as long. */
extern const uint16_t ${NAME}_net_weights[];
extern const uint32_t ${NAME}_net_biases[];
_Alignas(64) const uint16_t ${NAME}_net_weights[] = {${weights}};
_Alignas(64) const uint32_t ${NAME}_net_biases[] = {${biases}};
#define WEIGHTS ((const int16_t *)${NAME}_net_weights)
#define BIASES ((const int32_t *)${NAME}_net_biases)

const struct net ${NAME}_net = {
    .inputs = ${inputs},
    .width = ${width},
    .input = WEIGHTS,
    .bias = WEIGHTS + ${bias_start},
    .layers = ${layer_count},
    .layer = {
${layers}    },
};
")
file(RENAME ${OUT}.new ${OUT})

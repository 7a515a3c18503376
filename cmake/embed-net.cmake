# Writes OUT, a C file with the numbers of NET, the network of GAME that tools/train/quantise.py packed (it documents the
# format), as arrays of their own types. They are the same on every machine, whatever its byte order. PREFIX is what the
# sizes in HEADER, below src/bot, are called.
file(READ ${NET} hex HEX)
string(SUBSTRING "${hex}" 0 24 head)
if(NOT head STREQUAL "73746f732d6e657401000000") # "stos-net", version 1
    message(FATAL_ERROR "${NET} is not a network of version 1")
endif()
string(SUBSTRING "${hex}" 56 64 checksum)
string(SUBSTRING "${hex}" 120 -1 rest)
string(SHA256 found "${rest}")
if(NOT found STREQUAL checksum)
    message(FATAL_ERROR "${NET} is damaged: its checksum is wrong")
endif()

# Reads a size that stands at a digit of the header.
function(read_size name digit)
    string(SUBSTRING "${hex}" ${digit} 8 bytes)
    string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1" number ${bytes})
    math(EXPR number ${number})
    set(${name} ${number} PARENT_SCOPE)
endfunction()

# Takes `digits` digits off the front of `rest` and writes them as an array of numbers: each match of `pattern` is one.
function(write_array type name digits pattern number)
    string(LENGTH "${rest}" left)
    if(left LESS digits)
        message(FATAL_ERROR "${NET} is too short for its sizes")
    endif()
    string(SUBSTRING "${rest}" 0 ${digits} numbers)
    string(SUBSTRING "${rest}" ${digits} -1 rest)
    string(REGEX REPLACE ${pattern} ${number} numbers "${numbers}")
    file(APPEND ${OUT}.new "const ${type} ${GAME}_net_${name}[] = {${numbers}};\n")
    set(rest "${rest}" PARENT_SCOPE)
endfunction()

function(write_int16 name count)
    math(EXPR digits "${count} * 4")
    write_array(int16_t ${name} ${digits} "(..)(..)" "S16(0x\\2\\1),")
    set(rest "${rest}" PARENT_SCOPE)
endfunction()

function(write_int32 name count)
    math(EXPR digits "${count} * 8")
    write_array(int32_t ${name} ${digits} "(..)(..)(..)(..)" "S32(0x\\4\\3\\2\\1),")
    set(rest "${rest}" PARENT_SCOPE)
endfunction()

read_size(inputs 24)
read_size(width 32)
read_size(middle 40)
read_size(outputs 48)
file(WRITE ${OUT}.new "/* Generated from ${NET}; not for editing. */
#include \"bot/${HEADER}\"

/* Two's complement, without relying on how the compiler narrows. */
#define S16(bits) ((int16_t)(((bits) ^ 0x8000) - 0x8000))
#define S32(bits) ((int32_t)((INT64_C(bits) ^ INT64_C(0x80000000)) - INT64_C(0x80000000)))

_Static_assert(${PREFIX}_INPUTS == ${inputs} && ${PREFIX}_WIDTH == ${width} && ${PREFIX}_MIDDLE == ${middle} && ${PREFIX}_OUTPUTS == ${outputs},
               \"the network in data/ is not the one that bot/${HEADER} describes\");

")
math(EXPR input_count "${inputs} * ${width}")
math(EXPR middle_count "${middle} * ${width}")
math(EXPR output_count "${outputs} * ${middle}")
write_int16(input ${input_count})
write_int16(input_bias ${width})
write_int16(middle ${middle_count})
write_int32(middle_bias ${middle})
write_int16(output ${output_count})
write_int32(output_bias ${outputs})
write_array(uint16_t sigmoid 4100 "(..)(..)" "0x\\2\\1,")
if(NOT rest STREQUAL "")
    message(FATAL_ERROR "${NET} is too long for its sizes")
endif()
file(RENAME ${OUT}.new ${OUT})

# The rules, the table and the bots as WebAssembly: wasm/stos.wasm for the page, wasm/package/stos.wasm for npm, and what the
# bots learned beside them.
#
# A reactor without any glue: the only thing it asks of its host is the time. It is compiled by clang whatever compiles the
# rest, one command for each file, so that a change costs one file. What the bots learned is cut out of the module
# (web/tools/cut-tables.mjs), to be loaded when a bot first needs it.
find_program(WASM_CLANG NAMES clang clang-14 clang-15 clang-16 clang-17 clang-18 clang-19)
find_program(WASM_LINKER NAMES wasm-ld wasm-ld-14 wasm-ld-15 wasm-ld-16 wasm-ld-17 wasm-ld-18 wasm-ld-19)
find_path(WASM_HEADERS NAMES wasi/api.h PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH)

set(wasm_folder ${CMAKE_BINARY_DIR}/wasm)
set(STOS_WASM ${wasm_folder}/stos.wasm)
get_target_property(weights stos_bot_objects SOURCES) # those that the build makes of data/
list(FILTER weights INCLUDE REGEX "_net_weights.c$")
list(TRANSFORM weights REPLACE ".*/(.*)_net_weights.c$" "${wasm_folder}/\\1.bin" OUTPUT_VARIABLE STOS_WASM_TABLES)
file(MAKE_DIRECTORY ${wasm_folder})

set(wasm_flags --target=wasm32-wasi -std=c17 -O2 -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -ffp-contract=off -fvisibility=hidden
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -D_POSIX_C_SOURCE=200809L -DSTOS_NO_NUMBERS -I${CMAKE_SOURCE_DIR}/include -I${CMAKE_SOURCE_DIR}/src
    -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=) # asserts name their file: the same bytes wherever it is built

file(GLOB_RECURSE wasm_sources CONFIGURE_DEPENDS src/base/*.c src/game/*.c src/bot/*.c src/table/*.c src/local/*.c src/wasm/*.c)
list(FILTER wasm_sources EXCLUDE REGEX "/src/game/(batch|.*/numbers)\\.c$") # nobody learns on the page
list(APPEND wasm_sources ${weights} ${STOS_GUARD_TABLES})
foreach(name IN ITEMS solve/analyze/analyze.c solve/lie/outlook.c solve/thegame/winnable.c solve/thegame/winnable_beam.c
        solve/thegame/winnable_node.c solve/puzzle/open.c solve/puzzle/puzzle.c sim/signature.c sim/sim.c sim/deal.c)
    list(APPEND wasm_sources ${CMAKE_SOURCE_DIR}/src/${name})
endforeach()

set(wasm_objects "")
foreach(source IN LISTS wasm_sources)
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR}/src ${source})
    if(source IN_LIST weights OR source STREQUAL STOS_GUARD_TABLES)
        get_filename_component(name ${source} NAME)
    endif()
    string(REPLACE "/" "-" object ${name}.o)
    set(object ${wasm_folder}/${object})
    set(size_flag "")
    if(name MATCHES "^(table|wasm|local)/|^game/(error|games|numbers|record|turn|view_read|show|.*/(show|text|view)|.*_text)|^solve/|^base/(json|name|text)|^sim/|^bot/(bots|player|turn|search/halving|lie/(table|table_hands|steady|bidding|odds|playout|resolve_begin|search)|thegame/(hints|endgame|steady|sample)|facetoface/(search|duel))") # bots spend little time in these
        set(size_flag -Oz)
    endif()
    add_custom_command(OUTPUT ${object}
        COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${WASM_CLANG} ${wasm_flags} ${size_flag} -MD -MF ${object}.d -MQ ${object} -c -o ${object} ${source}
        DEPENDS ${source} DEPFILE ${object}.d COMMENT "Building ${name} for WebAssembly" VERBATIM)
    list(APPEND wasm_objects ${object})
endforeach()

set(wasm_tables "")
foreach(net IN LISTS weights)
    get_filename_component(net ${net} NAME_WE)
    string(REPLACE "_weights" "" net ${net})
    foreach(part IN ITEMS weights biases)
        list(APPEND wasm_tables -Wl,--export-if-defined=${net}_${part})
    endforeach()
endforeach()

# The words of the talk guard, which nobody needs before somebody says something.
foreach(list IN ITEMS number plain)
    foreach(part IN ITEMS child value letter)
        list(APPEND wasm_tables -Wl,--export-if-defined=guard_${list}_words_${part})
    endforeach()
endforeach()
list(APPEND STOS_WASM_TABLES ${wasm_folder}/guard.bin)

# Links a module of these objects, and cuts out what is loaded later.
function(link_wasm whole out objects tables)
    add_custom_command(OUTPUT ${out} ${tables}
        COMMAND ${WASM_CLANG} --target=wasm32-wasi -mexec-model=reactor -Wl,--no-entry -Wl,--strip-debug -Wl,--export-dynamic
            -Wl,--no-merge-data-segments -Wl,-z,stack-size=1048576 ${wasm_tables} -o ${whole} ${objects}
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/tools/cut-tables.mjs ${whole} ${out} ${tables}
        DEPENDS ${objects} web/tools/cut-tables.mjs COMMENT "Linking ${out}" VERBATIM)
endfunction()

# The page's has the host of its tables, that of the package the open states; everything else is in both.
set(page_objects ${wasm_objects})
list(FILTER page_objects EXCLUDE REGEX "/wasm-state\\.c\\.o$")
link_wasm(${wasm_folder}/whole.wasm ${STOS_WASM} "${page_objects}" "${STOS_WASM_TABLES}")
set(package_objects ${wasm_objects})
list(FILTER package_objects EXCLUDE REGEX "/wasm-(host|opening|puzzle)\\.c\\.o$")
set(STOS_PACKAGE_WASM ${wasm_folder}/package/stos.wasm)
file(MAKE_DIRECTORY ${wasm_folder}/package)
list(TRANSFORM STOS_WASM_TABLES REPLACE "/([^/]*)$" "/package/\\1" OUTPUT_VARIABLE package_tables)
link_wasm(${wasm_folder}/package/whole.wasm ${STOS_PACKAGE_WASM} "${package_objects}" "${package_tables}")

# The rounds of LIE that were solved, as many as fit a page.
add_custom_command(OUTPUT ${wasm_folder}/lie_rounds.bin
    COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/tools/cut-rounds.mjs ${CMAKE_SOURCE_DIR}/data/lie-rounds.bin ${wasm_folder}/lie_rounds.bin
    DEPENDS data/lie-rounds.bin web/tools/cut-rounds.mjs VERBATIM)
list(APPEND STOS_WASM_TABLES ${wasm_folder}/lie_rounds.bin)
add_custom_target(stos_wasm DEPENDS ${STOS_WASM})

# The same files for this machine: never built, but the checks of the code find them through it.
file(GLOB wasm_face CONFIGURE_DEPENDS src/wasm/*.c)
add_library(stos_wasm_face OBJECT EXCLUDE_FROM_ALL ${wasm_face})
target_include_directories(stos_wasm_face PRIVATE include src)

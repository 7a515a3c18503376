# The page and the manual inside the program: the library stos_page holds `page_files` and `manual_files` of src/server/http/page.h.
#
# With STOS_PAGE the page of web/ is bundled by node, and its rules and bots are compiled by clang; web/tools/install.mjs fetches
# the packages of the lock file when that changed. Without it, or where a tool is missing, web/plain.html is all there is.
option(STOS_PAGE "Build the page of web/ into the program" ON)
find_program(NODE NAMES node nodejs)
find_program(NPM NAMES npm)
if(STOS_PAGE)
    include(cmake/wasm.cmake)
endif()

set(page_source ${CMAKE_BINARY_DIR}/page.c)
set(missing "")
foreach(tool IN ITEMS NODE NPM WASM_CLANG WASM_LINKER WASM_HEADERS)
    if(STOS_PAGE AND NOT ${tool})
        string(APPEND missing " ${tool}")
    endif()
endforeach()

set(STOS_PAGE_BUILT OFF)
if(STOS_PAGE AND NOT missing)
    set(STOS_PAGE_BUILT ON)
    file(GLOB_RECURSE page_inputs CONFIGURE_DEPENDS web/src/* web/tools/*.mjs)
    set(tables ${STOS_WASM_TABLES})
    list(TRANSFORM tables PREPEND "--tables=" OUTPUT_VARIABLE table_options)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/web/packages
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/tools/install.mjs
        COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/web/packages
        DEPENDS web/package-lock.json web/package.json web/tools/install.mjs COMMENT "Fetching the packages of the page" VERBATIM)
    add_custom_command(OUTPUT ${page_source} ${CMAKE_BINARY_DIR}/page/page.json
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/build.mjs --out ${CMAKE_BINARY_DIR}/page --wasm ${STOS_WASM} ${table_options}
            --po ${CMAKE_SOURCE_DIR}/po --puzzles ${CMAKE_SOURCE_DIR}/data/puzzles.txt --c ${page_source}
        DEPENDS ${CMAKE_BINARY_DIR}/web/packages web/build.mjs ${page_inputs} ${STOS_WASM} ${tables} ${po_files} data/puzzles.txt data/teaching.json
        COMMENT "Bundling the page" VERBATIM)
    # For dist/build-site and dist/build-npm, which bundle them for a plain file server and for npm.
    set(in_all "")
    if(STOS_TESTS)
        set(in_all ALL)
    endif()
    add_custom_target(page_parts ${in_all} DEPENDS ${CMAKE_BINARY_DIR}/web/packages ${STOS_WASM} ${STOS_PACKAGE_WASM} ${tables})
    set(replay_script ${CMAKE_BINARY_DIR}/stos-replay.js)
    add_custom_command(OUTPUT ${replay_script}
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/build.mjs --replay ${replay_script} --wasm ${STOS_WASM} --po ${CMAKE_SOURCE_DIR}/po
        DEPENDS ${CMAKE_BINARY_DIR}/web/packages web/build.mjs ${page_inputs} ${STOS_WASM} ${STOS_PACKAGE_WASM} ${po_files}
        COMMENT "Bundling <stos-replay>" VERBATIM)
    set(glyphs_source ${CMAKE_BINARY_DIR}/glyphs.c)
    add_custom_command(OUTPUT ${glyphs_source}
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/tools/glyphs.mjs --c ${glyphs_source}
        DEPENDS ${CMAKE_BINARY_DIR}/web/packages web/tools/glyphs.mjs web/tools/fonts.mjs
        COMMENT "Cutting the letters of link previews" VERBATIM)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/web)
else()
    if(STOS_PAGE AND STOS_TESTS)
        message(FATAL_ERROR "The page cannot be built, so it cannot be tested; missing:${missing}. tools/packages names what brings it.")
    elseif(STOS_PAGE)
        message(WARNING "The page is not built; missing:${missing}. The server will offer a plain page only.")
    endif()
    set(glyphs_source ${CMAKE_BINARY_DIR}/glyphs.c)
    file(CONFIGURE OUTPUT ${glyphs_source} CONTENT "#include \"server/http/glyphs.h\"\n\nconst struct glyph preview_glyphs[] = {{0}};\n")
    add_custom_command(OUTPUT ${page_source}
        COMMAND ${CMAKE_COMMAND} -DPAGE=${CMAKE_SOURCE_DIR}/web/plain.html -DOUT=${page_source} -P ${CMAKE_SOURCE_DIR}/cmake/embed-page.cmake
        DEPENDS web/plain.html cmake/embed-page.cmake VERBATIM)
endif()

# ---- the manual: README and docs/ set as HTML, where lowdown is there to set it; in the program where node is there to pack it

find_program(LOWDOWN lowdown)
set(manual ${CMAKE_BINARY_DIR}/html/index.html)
set(manual_source ${CMAKE_BINARY_DIR}/manual.c)
if(LOWDOWN)
    file(GLOB manual_inputs CONFIGURE_DEPENDS README.md CONTRIBUTING.md SECURITY.md docs/*.md docs/pictures/* dist/manual.css)
    add_custom_command(OUTPUT ${manual} COMMAND ${CMAKE_SOURCE_DIR}/dist/make-manual ${CMAKE_BINARY_DIR}/html ${replay_script}
        DEPENDS dist/make-manual ${manual_inputs} ${replay_script} VERBATIM)
endif()
if(LOWDOWN AND STOS_PAGE_BUILT)
    add_custom_command(OUTPUT ${manual_source}
        COMMAND ${NODE} ${CMAKE_SOURCE_DIR}/web/tools/manual.mjs ${CMAKE_BINARY_DIR}/html --out ${CMAKE_BINARY_DIR}/manual --c ${manual_source}
        DEPENDS ${manual} web/tools/manual.mjs web/tools/embed.mjs COMMENT "Packing the manual" VERBATIM)
else()
    file(CONFIGURE OUTPUT ${manual_source}
        CONTENT "#include \"server/http/page.h\"\n\nconst struct page_file manual_files[] = {{0, 0, 0, false, 0, {0, 0}, {0, 0}, {0, 0}}};\n")
endif()

add_library(stos_page STATIC ${page_source} ${glyphs_source} ${manual_source})
target_include_directories(stos_page PUBLIC src)

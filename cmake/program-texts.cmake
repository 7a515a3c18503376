# Writes OUT, the texts of the program as a template: what xgettext finds in src/, as tools/update-po does, without those of
# the page, and those of data/teaching.json. It is written only when a text has changed, so that other changes of the code do not build the catalogs anew.
file(GLOB_RECURSE sources ${SOURCE}/src/*.c ${SOURCE}/src/*.h)
# The words of the rules and lessons, as C that xgettext can read: strings of JSON are strings of C.
file(READ ${SOURCE}/data/teaching.json teaching)
string(REPLACE ";" "<semicolon>" teaching "${teaching}") # which would end an item of a list
string(REGEX MATCHALL "\"(head|lead|nudge|text)\": (\"[^\"]*\")" taught "${teaching}")
list(TRANSFORM taught REPLACE "^\"[a-z]+\": (.*)$" "N_(\\1)")
list(JOIN taught "\n" taught)
string(REPLACE "<semicolon>" ";" taught "${taught}")
file(WRITE ${OUT}.c "${taught}\n")
execute_process(COMMAND ${XGETTEXT} --language=C --from-code=UTF-8 --keyword=_ --keyword=N_ --keyword=NP_:1,2 --keyword=tr_plural:1,2
    --no-wrap --sort-output --no-location --package-name=stos --output=- ${sources} ${OUT}.c OUTPUT_VARIABLE texts COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\"POT-Creation-Date[^\n]*\n" "" texts "${texts}")
string(REPLACE "charset=CHARSET" "charset=UTF-8" texts "${texts}")
set(before "")
if(EXISTS ${OUT})
    file(READ ${OUT} before)
endif()
if(NOT before STREQUAL texts)
    file(WRITE ${OUT} "${texts}")
endif()

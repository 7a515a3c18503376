# Writes OUT, a C file with the plain page PAGE as the only one of `page_files` (src/server/http/page.h).
file(READ ${PAGE} hex HEX)
file(SHA256 ${PAGE} hash)
string(SUBSTRING ${hash} 0 12 hash)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${OUT}.new "#include \"server/http/page.h\"

static const unsigned char plain[] = {${bytes}};

const struct page_file page_files[] = {
    {\"/index.html\", \"text/html; charset=utf-8\", \"\\\"${hash}\\\"\", false, sizeof plain, {plain, sizeof plain}, {0, 0}, {0, 0}},
    {0, 0, 0, false, 0, {0, 0}, {0, 0}, {0, 0}},
};
")
file(RENAME ${OUT}.new ${OUT})

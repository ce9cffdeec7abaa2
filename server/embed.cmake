# Writes OUTPUT: a C++ file that defines tanbo::embedded::VARIABLE as the bytes of INPUT.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "(................................................................)" "\\1\n" hex "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
file(WRITE ${OUTPUT} "#include <string_view>
namespace tanbo::embedded {
namespace {
const char ${VARIABLE}_bytes[] = {${bytes}'\\0'};
}
extern const std::string_view ${VARIABLE};
const std::string_view ${VARIABLE}{${VARIABLE}_bytes, sizeof ${VARIABLE}_bytes - 1};
}  // namespace tanbo::embedded
")

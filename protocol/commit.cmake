# Writes OUTPUT, the commit of SOURCE as a C++ file, if it has changed. TANBO_COMMIT in the environment names the commit
# where there is no clone.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
    set(commit $ENV{TANBO_COMMIT})
endif()
if(NOT commit)
    set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "namespace tanbo::protocol {
extern const char* const build_commit;
const char* const build_commit = \"@commit@\";
}  // namespace tanbo::protocol
" @ONLY)

# Compiler, linker and cache settings that every target shares, and helpers:
#   tanbo_library(NAME SOURCES...)      a static library with the project's warnings
#   tanbo_embed(TARGET VARIABLE FILE)   a file's bytes as `extern const std::string_view VARIABLE`
#   tanbo_precompile(NAME HEADER LIBS...)  a precompiled header, which targets then take by
#   tanbo_use_precompiled(NAME TARGET...)
#   tanbo_optimise_when_sanitized(TARGET...)
#   tanbo_compile_together(TARGET [LINE...])  its files in batches below those lines, its embedded files as one, before it
#                                          takes a precompiled header

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
    message(FATAL_ERROR "Tanbo is compiled by clang 19 or later, not by ${CMAKE_CXX_COMPILER_ID} "
        "${CMAKE_CXX_COMPILER_VERSION}. Configure with a preset (cmake --preset release), which names it.")
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
        CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1 ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
    add_link_options(-fuse-ld=mold)
endif()

add_library(tanbo_options INTERFACE)
target_include_directories(tanbo_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(tanbo_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wold-style-cast -pthread)
if(TANBO_WARNINGS_AS_ERRORS)
    target_compile_options(tanbo_options INTERFACE -Werror)
endif()

# null, alignment and vptr checks cost four times the compile time of an Asio file and found nothing.
if(TANBO_SANITIZE)
    add_compile_options(-fsanitize=${TANBO_SANITIZE} -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${TANBO_SANITIZE})
    if(TANBO_SANITIZE MATCHES "undefined")
        add_compile_options(-fno-sanitize=null,alignment,vptr -fno-sanitize-recover=undefined)
    endif()
endif()

# Options by which a fault in a release build ends the process before it becomes somebody's way in. Debug and
# sanitizer builds have stronger means. tests/checks/hardening.py reads all of it in the finished program.
# Debian's start files lack the CET marks, so the linker is told; the instructions stand in our own code.
if(TANBO_HARDENING AND NOT TANBO_SANITIZE)
    set(hardening -fPIE -fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE
        -D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS)
    set(hardening_links -pie LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        list(APPEND hardening -fcf-protection=full)
        list(APPEND hardening_links LINKER:-z,ibt LINKER:-z,shstk)
    endif()
    add_compile_options("$<$<CONFIG:Release>:${hardening}>")
    add_link_options("$<$<CONFIG:Release>:${hardening_links}>")
endif()

function(tanbo_embed target variable file)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${variable}.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DVARIABLE=${variable} -DINPUT=${file} -DOUTPUT=${output}
                -P ${CMAKE_SOURCE_DIR}/server/embed.cmake
        DEPENDS ${file} ${CMAKE_SOURCE_DIR}/server/embed.cmake
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
    set_property(TARGET ${target} APPEND PROPERTY TANBO_EMBEDDED ${output})
endfunction()

# Parsing headers is two thirds of what a file of this project costs the compiler. A precompiled header
# differs from checkout to checkout by the paths it holds; ccache is given the checksum of what it was
# made of instead.
function(tanbo_precompile name header)
    set(stub ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)
    file(CONFIGURE OUTPUT ${stub} CONTENT "")
    add_library(${name} OBJECT ${stub})
    target_link_libraries(${name} PUBLIC tanbo_options ${ARGN})
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    target_precompile_headers(${name} PRIVATE ${header})
    execute_process(
        COMMAND ${CMAKE_CXX_COMPILER} -std=c++${CMAKE_CXX_STANDARD} -I${CMAKE_SOURCE_DIR} -E -P -w -x c++ ${header}
        OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(SHA256 sum "${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_BUILD_TYPE} ${TANBO_SANITIZE} ${text}")
    file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch.sum CONTENT ${sum})
endfunction()

# CMake's own REUSE_FROM names an absolute path that ccache does not recognise as one; clang's plain
# option does.
function(tanbo_use_precompiled name)
    get_target_property(folder ${name} BINARY_DIR)
    set(header ${folder}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE "SHELL:-Winvalid-pch -include-pch ${header}")
        get_target_property(sources ${target} SOURCES)
        set_source_files_properties(${sources} PROPERTIES OBJECT_DEPENDS ${header})
    endforeach()
endfunction()

# Most of what a file costs is what it includes and instantiates, and its neighbours include the same: eight files
# in one translation unit take half the time of eight (release 35 to 50 % less, sanitizers 45 to 60 %). The names that
# a file keeps to itself must differ from its neighbours'. A batch includes by paths from the repository's root, so
# that it is the same text in every checkout, and ccache knows it again.
function(tanbo_compile_together target)
    if(NOT TANBO_BATCHES)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "^[^/].*\\.cpp$")
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE folder)
    set(batch 0)
    while(sources)
        list(SUBLIST sources 0 8 members)
        list(REMOVE_ITEM sources ${members})
        list(TRANSFORM members REPLACE "(.+)" "#include \"${folder}/\\1\"" OUTPUT_VARIABLE lines)
        list(PREPEND lines ${ARGN})
        list(JOIN lines "\n" text)
        set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_batch_${batch}.cpp)
        file(CONFIGURE OUTPUT ${unit} CONTENT "${text}\n" @ONLY)
        target_sources(${target} PRIVATE ${unit})
        set_source_files_properties(${members} PROPERTIES HEADER_FILE_ONLY ON)
        math(EXPR batch "${batch} + 1")
    endwhile()

    # Embedded files need one header: together they are one unit.
    get_target_property(embedded ${target} TANBO_EMBEDDED)
    if(embedded)
        list(TRANSFORM embedded REPLACE ".*/(.+)" "#include \"\\1\"" OUTPUT_VARIABLE lines)
        list(JOIN lines "\n" text)
        set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cpp)
        file(CONFIGURE OUTPUT ${unit} CONTENT "${text}\n" @ONLY)
        target_sources(${target} PRIVATE ${unit})
        set_source_files_properties(${embedded} PROPERTIES HEADER_FILE_ONLY ON)
    endif()
endfunction()

# Sanitizer builds are not optimised, since an Asio file then takes the compiler several times as long. The rules are:
# they take twice as long to compile, and the random games of their tests a sixth of the time.
function(tanbo_optimise_when_sanitized)
    if(TANBO_SANITIZE)
        foreach(target IN LISTS ARGN)
            target_compile_options(${target} PRIVATE -O1)
        endforeach()
    endif()
endfunction()

function(tanbo_library name)
    add_library(${name} STATIC ${ARGN})
    target_link_libraries(${name} PUBLIC tanbo_options)
endfunction()

# Compiler, linker and cache settings that every target shares, and two helpers:
#   tanbo_library(NAME SOURCES... )   a static library with the project's warnings
#   tanbo_embed(TARGET VARIABLE FILE) a file's bytes as `extern const std::string_view VARIABLE`

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
    message(FATAL_ERROR "Tanbo is compiled by clang 19 or later, not by ${CMAKE_CXX_COMPILER_ID} "
        "${CMAKE_CXX_COMPILER_VERSION}. Configure with a preset (cmake --preset release), which names it.")
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
        CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
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

function(tanbo_library name)
    add_library(${name} STATIC ${ARGN})
    target_link_libraries(${name} PUBLIC tanbo_options)
endfunction()

function(tanbo_embed target variable file)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${variable}.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DVARIABLE=${variable} -DINPUT=${file} -DOUTPUT=${output}
                -P ${CMAKE_SOURCE_DIR}/server/embed.cmake
        DEPENDS ${file} ${CMAKE_SOURCE_DIR}/server/embed.cmake
        VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()

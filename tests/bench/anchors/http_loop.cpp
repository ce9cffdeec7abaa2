// The cost of an HTTP server that does nothing.
//
//     tanbo_bench_http_loop PORT_FILE BODY_BYTES
//
// Writes its port into the file, and serves on one thread until it is ended.
#include <cstdio>
#include <exception>
#include <string>

#include <boost/asio/io_context.hpp>

#include "tests/bench/anchors/bare_http.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: tanbo_bench_http_loop PORT_FILE BODY_BYTES\n", stderr);
        return 2;
    }
    try {
        boost::asio::io_context context(1);
        tanbo::bench::serve_bare(context, argv[1], std::stoul(argv[2]), {});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

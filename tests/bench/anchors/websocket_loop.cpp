// The cost of a WebSocket server that does nothing.
//
//     tanbo_bench_websocket_loop PORT_FILE ANSWER
//
// Writes its port into the file, and on one thread upgrades each connection, answers its first
// message with ANSWER and keeps it, until it is ended.
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "tests/bench/anchors/accept.hpp"

namespace tanbo::bench {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::use_awaitable;
using asio::ip::tcp;

asio::awaitable<void> serve(tcp::socket socket, const std::string& answer) {
    beast::flat_buffer buffer;
    try {
        beast::http::request<beast::http::string_body> request;
        co_await beast::http::async_read(socket, buffer, request, use_awaitable);
        beast::websocket::stream<tcp::socket> stream(std::move(socket));
        stream.set_option(beast::websocket::stream_base::decorator([](auto& response) {
            response.set(beast::http::field::sec_websocket_protocol, "tanbo.v1+json");
        }));
        co_await stream.async_accept(request, use_awaitable);
        co_await stream.async_read(buffer, use_awaitable);
        stream.text(true);
        co_await stream.async_write(asio::buffer(answer), use_awaitable);
        buffer = {};
        co_await stream.async_read(buffer, use_awaitable);
    } catch (const boost::system::system_error&) {
        co_return;  // the client has gone
    }
}

}  // namespace
}  // namespace tanbo::bench

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: tanbo_bench_websocket_loop PORT_FILE ANSWER\n", stderr);
        return 2;
    }
    try {
        boost::asio::io_context context(1);
        const std::string answer = argv[2];
        tanbo::bench::accept_each(context, argv[1],
                                  [&answer](boost::asio::ip::tcp::socket socket, int) {
                                      return tanbo::bench::serve(std::move(socket), answer);
                                  });
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}

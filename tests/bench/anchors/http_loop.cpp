// The cost of an HTTP server that does nothing: Beast reads a request, and the same bytes go out.
//
//     tanbo_bench_http_loop PORT_FILE BODY_BYTES
//
// Writes its port into the file, and serves keep-alive connections on one thread until it is ended.
#include <cstdio>
#include <exception>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::use_awaitable;
using asio::ip::tcp;

asio::awaitable<void> serve(tcp::socket socket, const std::string& body) {
    boost::beast::flat_buffer buffer;
    try {
        while (true) {
            http::request<http::string_body> request;
            co_await http::async_read(socket, buffer, request, use_awaitable);
            http::response<http::string_body> response(http::status::ok, request.version());
            response.set(http::field::content_type, "application/json");
            response.keep_alive(request.keep_alive());
            response.body() = body;
            response.prepare_payload();
            co_await http::async_write(socket, response, use_awaitable);
        }
    } catch (const boost::system::system_error&) {
        co_return;  // the client has gone
    }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor, const std::string& body) {
    while (true) {
        tcp::socket socket = co_await acceptor.async_accept(use_awaitable);
        socket.set_option(tcp::no_delay(true));
        const auto executor = socket.get_executor();
        asio::co_spawn(executor, serve(std::move(socket), body), [](const std::exception_ptr&) {});
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: tanbo_bench_http_loop PORT_FILE BODY_BYTES\n", stderr);
        return 2;
    }
    const std::string body(std::stoul(argv[2]), 'x');
    asio::io_context context(1);
    tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    asio::co_spawn(context, accept(acceptor, body), [](const std::exception_ptr& failure) {
        if (failure) std::rethrow_exception(failure);
    });
    std::FILE* const file = std::fopen(argv[1], "w");
    if (file == nullptr) return 1;
    std::fprintf(file, "%d\n", int{acceptor.local_endpoint().port()});
    std::fclose(file);
    context.run();
    return 0;
}

#include "tests/bench/anchors/bare_http.hpp"

#include <exception>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

namespace tanbo::bench {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::use_awaitable;
using asio::ip::tcp;

struct Service {
    std::string body;
    const Deed& deed;
};

asio::awaitable<void> serve(tcp::socket socket, const Service& service, int connection) {
    boost::beast::flat_buffer buffer;
    try {
        while (true) {
            http::request<http::string_body> request;
            co_await http::async_read(socket, buffer, request, use_awaitable);
            if (service.deed) co_await service.deed(connection);
            http::response<http::string_body> response(http::status::ok, request.version());
            response.set(http::field::content_type, "application/json");
            response.keep_alive(request.keep_alive());
            response.body() = service.body;
            response.prepare_payload();
            co_await http::async_write(socket, response, use_awaitable);
        }
    } catch (const boost::system::system_error&) {
        co_return;  // the client has gone
    }
}

asio::awaitable<void> accept(tcp::acceptor& acceptor, const Service& service) {
    for (int connection = 0;; ++connection) {
        tcp::socket socket = co_await acceptor.async_accept(use_awaitable);
        socket.set_option(tcp::no_delay(true));
        const auto executor = socket.get_executor();
        asio::co_spawn(executor, serve(std::move(socket), service, connection),
                       [](const std::exception_ptr&) {});
    }
}

void tell_port(const std::string& path, int port) {
    std::ofstream file(path);
    file << port << '\n' << std::flush;
    if (!file) throw std::runtime_error("can't write " + path);
}

}  // namespace

void serve_bare(asio::io_context& context, const std::string& port_file, std::size_t body_bytes,
                const Deed& deed) {
    const Service service{std::string(body_bytes, 'x'), deed};
    tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    asio::co_spawn(context, accept(acceptor, service), [](const std::exception_ptr& failure) {
        if (failure) std::rethrow_exception(failure);
    });
    tell_port(port_file, acceptor.local_endpoint().port());
    context.run();
}

}  // namespace tanbo::bench

#include "tests/bench/anchors/bare_http.hpp"

#include <utility>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "tests/bench/anchors/accept.hpp"

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

}  // namespace

void serve_bare(asio::io_context& context, const std::string& port_file, std::size_t body_bytes,
                const Deed& deed) {
    const Service service{std::string(body_bytes, 'x'), deed};
    accept_each(context, port_file, [&service](tcp::socket socket, int connection) {
        return serve(std::move(socket), service, connection);
    });
}

}  // namespace tanbo::bench

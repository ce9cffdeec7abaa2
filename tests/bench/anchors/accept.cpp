#include "tests/bench/anchors/accept.hpp"

#include <exception>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tanbo::bench {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

asio::awaitable<void> accept(tcp::acceptor& acceptor, const Serve& serve) {
    for (int connection = 0;; ++connection) {
        tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
        socket.set_option(tcp::no_delay(true));
        const auto executor = socket.get_executor();
        asio::co_spawn(executor, serve(std::move(socket), connection),
                       [](const std::exception_ptr&) {});
    }
}

void tell_port(const std::string& path, int port) {
    std::ofstream file(path);
    file << port << '\n' << std::flush;
    if (!file) throw std::runtime_error("can't write " + path);
}

}  // namespace

void accept_each(asio::io_context& context, const std::string& port_file, const Serve& serve) {
    tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
    asio::co_spawn(context, accept(acceptor, serve), [](const std::exception_ptr& failure) {
        if (failure) std::rethrow_exception(failure);
    });
    tell_port(port_file, acceptor.local_endpoint().port());
    context.run();
}

}  // namespace tanbo::bench

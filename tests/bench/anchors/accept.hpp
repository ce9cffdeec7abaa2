#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace tanbo::bench {

// The service of one connection; they count from 0.
using Serve = std::function<boost::asio::awaitable<void>(boost::asio::ip::tcp::socket socket,
                                                         int connection)>;

// Listens on a free port of 127.0.0.1, writes the port into a file, and serves all that connect
// until the program is ended.
// Errors: std::runtime_error if the file can't be written. Thread: the one that calls.
void accept_each(boost::asio::io_context& context, const std::string& port_file,
                 const Serve& serve);

}  // namespace tanbo::bench

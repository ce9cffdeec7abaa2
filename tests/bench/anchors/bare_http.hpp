#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

namespace tanbo::bench {

// A step between a request and its answer; the connections count from 0.
using Deed = std::function<boost::asio::awaitable<void>(int connection)>;

// The least an HTTP server may do: Beast reads a request, the deed is done, and `body_bytes` go
// out. Writes its port into a file, and serves keep-alive connections until the program is ended.
// Errors: std::runtime_error if the file can't be written. Thread: the one that calls.
void serve_bare(boost::asio::io_context& context, const std::string& port_file,
                std::size_t body_bytes, const Deed& deed);

}  // namespace tanbo::bench

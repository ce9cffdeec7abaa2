#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "server/base/threads/timer.hpp"

// Asio's types with the one executor. For sources of this folder only.
namespace tanbo::net {

using Tcp = boost::asio::ip::tcp;
using Socket = boost::asio::basic_stream_socket<Tcp, base::Executor>;
using Acceptor = boost::asio::basic_socket_acceptor<Tcp, base::Executor>;
using SteadyTimer = base::Timer;
using boost::system::error_code;
using SteadyTime = std::chrono::steady_clock::time_point;

}  // namespace tanbo::net

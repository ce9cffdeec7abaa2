#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include "server/base/threads/async.hpp"
#include "server/net/lines/local_endpoint.hpp"

// TCP and Unix sockets alike. For sources of this folder only.
namespace tanbo::net {

using LocalStream = boost::asio::generic::stream_protocol;
using StreamSocket = boost::asio::basic_stream_socket<LocalStream, base::Executor>;
using StreamAcceptor = boost::asio::basic_socket_acceptor<LocalStream, base::Executor>;

// Binds and listens; writes the real port into `endpoint`. A private Unix socket is for its owner
// alone, another one for its group too.
// Throws: boost::system::system_error.
StreamAcceptor listen_locally(base::Executor executor, LocalEndpoint& endpoint,
                              bool is_private = false);

}  // namespace tanbo::net

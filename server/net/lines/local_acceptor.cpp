#include "server/net/lines/local_acceptor.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/local/stream_protocol.hpp>

#include "server/net/address.hpp"
#include "server/net/socket.hpp"

namespace tanbo::net {
namespace {

using Unix = boost::asio::local::stream_protocol;

constexpr mode_t private_mode = S_IRUSR | S_IWUSR;
constexpr mode_t group_mode = private_mode | S_IRGRP | S_IWGRP;

[[noreturn]] void fail(int error) {
    throw boost::system::system_error(error, boost::system::system_category());
}

// A socket that a killed server has left behind is removed; one that is alive, or no socket, stays.
void remove_stale(base::Executor executor, const std::string& path) {
    struct stat found{};
    if (::lstat(path.c_str(), &found) != 0) return;
    if (!S_ISSOCK(found.st_mode)) fail(EEXIST);
    StreamSocket probe(executor, LocalStream(AF_UNIX, 0));
    error_code error;
    probe.connect(LocalStream::endpoint(Unix::endpoint(path)), error);
    if (error == boost::asio::error::connection_refused) ::unlink(path.c_str());
}

// Keeps others away from the socket between its making and the chmod: what fchmod gives the socket,
// its file has from the beginning, less the umask.
StreamAcceptor listen_on_path(base::Executor executor, const std::string& path, mode_t mode) {
    remove_stale(executor, path);
    StreamAcceptor acceptor(executor);
    acceptor.open(LocalStream(AF_UNIX, 0));
    if (::fchmod(acceptor.native_handle(), mode) != 0) fail(errno);
    acceptor.bind(LocalStream::endpoint(Unix::endpoint(path)));
    if (::chmod(path.c_str(), mode) != 0) fail(errno);
    acceptor.listen();
    return acceptor;
}

}  // namespace

StreamAcceptor listen_locally(base::Executor executor, LocalEndpoint& endpoint, bool is_private) {
    if (endpoint.is_unix()) {
        return listen_on_path(executor, endpoint.path, is_private ? private_mode : group_mode);
    }
    const auto address = parse_address(endpoint.address);
    if (!address) fail(EINVAL);
    const Tcp::endpoint wanted(*address, endpoint.port);
    StreamAcceptor acceptor(executor);
    acceptor.open(LocalStream(wanted.protocol()));
    acceptor.set_option(StreamAcceptor::reuse_address(true));
    acceptor.bind(LocalStream::endpoint(wanted));
    acceptor.listen();
    Tcp::endpoint real;
    const LocalStream::endpoint bound = acceptor.local_endpoint();
    std::memcpy(real.data(), bound.data(), std::min(bound.size(), real.capacity()));
    endpoint.port = real.port();
    return acceptor;
}

}  // namespace tanbo::net

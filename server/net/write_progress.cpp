#include "server/net/write_progress.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <tuple>

namespace tanbo::net {
namespace {

// Bytes that have been written and not acknowledged.
std::int64_t unacknowledged(Socket& socket) {
    int bytes = 0;
    if (!socket.is_open() || ::ioctl(socket.native_handle(), SIOCOUTQ, &bytes) != 0) return 0;
    return bytes;
}

}  // namespace

void WriteProgress::begin(SteadyTime now) {
    if (is_pending_) return;
    is_pending_ = true;
    since_ = looked_ = now;
    taken_ = written_;
}

bool WriteProgress::is_stalled(Socket& socket, bool is_writing, SteadyTime now,
                               const Limits& limits) {
    if (!is_pending_ || now - looked_ < limits.progress_interval) return false;
    looked_ = now;
    const std::int64_t waiting = unacknowledged(socket);
    const std::int64_t taken = written_ - waiting;
    if (waiting <= 0 && !is_writing) {
        is_pending_ = false;
    } else if (taken - taken_ >= limits.write_bytes_min) {
        taken_ = taken;
        since_ = now;
    }
    return is_pending_ && now - since_ >= limits.write_timeout;
}

base::Awaitable<error_code> write_all(Socket& socket, std::span<boost::asio::const_buffer> buffers,
                                      WriteProgress& progress) {
    while (!buffers.empty()) {
        error_code error;
        const std::size_t size = socket.write_some(buffers, error);
        if (error == boost::asio::error::would_block) {
            std::tie(error) = co_await socket.async_wait(Socket::wait_write, base::awaited_tuple);
            if (error) co_return error;
            continue;
        }
        if (error) co_return error;
        progress.add(size);
        std::size_t left = size;
        while (!buffers.empty() && left >= buffers.front().size()) {
            left -= buffers.front().size();
            buffers = buffers.subspan(1);
        }
        if (!buffers.empty()) buffers.front() += left;
    }
    co_return error_code();
}

void abort(Socket& socket) {
    error_code ignored;
    socket.set_option(boost::asio::socket_base::linger(true, 0), ignored);
    socket.close(ignored);
}

}  // namespace tanbo::net

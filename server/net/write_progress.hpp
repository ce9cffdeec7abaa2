#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <boost/asio/buffer.hpp>

#include "server/net/listener.hpp"
#include "server/net/socket.hpp"

// For sources of this folder only.
namespace tanbo::net {

// Whether a peer takes what it is sent. What the kernel has taken from us does not count, but what
// the peer has acknowledged; so an answer that fits the kernel's buffer and is never read is seen.
class WriteProgress {
public:
    // Bytes are about to be written, or have been.
    void begin(SteadyTime now);
    void add(std::size_t bytes) { written_ += bytes; }

    // Whether so little of what is due was acknowledged within Limits::write_timeout that the
    // connection should end. `is_writing`: there is more than the kernel has taken.
    bool is_stalled(Socket& socket, bool is_writing, SteadyTime now, const Limits& limits);

    // As of the last look.
    bool is_pending() const { return is_pending_; }
    // Since when too little has been acknowledged. Requires: is_pending().
    SteadyTime since() const { return since_; }

private:
    std::int64_t written_ = 0;  // to the kernel
    std::int64_t taken_ = 0;    // by the peer, at since_
    SteadyTime since_{};
    SteadyTime looked_{};
    bool is_pending_ = false;
};

// Writes all of the buffers, which are used up by it. Requires: the socket does not block.
base::Awaitable<error_code> write_all(Socket& socket, std::span<boost::asio::const_buffer> buffers,
                                      WriteProgress& progress);

// Closes without waiting for what the peer has not taken: the kernel forgets it at once.
void abort(Socket& socket);

}  // namespace tanbo::net

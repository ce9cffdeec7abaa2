#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/metrics.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/net/handler.hpp"

namespace tanbo::net {

using std::chrono::milliseconds;

// The maxima of one listener. Times are kept by a sweep per thread, so they end up to one
// sweep_interval late.
struct Limits {
    std::size_t head_bytes_max = std::size_t{8} * 1024;    // request line and fields; past it 431
    std::size_t fields_max = 100;                          // past it 431
    std::size_t target_bytes_max = std::size_t{4} * 1024;  // past it 414
    std::size_t connections_max = 10'000;                  // past it 503
    std::size_t connections_per_address_max = 100;         // past it 429

    // Of answers that only their connection holds, over all threads; past it those that are read
    // slowest are dropped.
    std::size_t unsent_bytes_max = std::size_t{64} * 1024 * 1024;
    // The same of one client address (IPv6: one /64), not counting answers that the kernel may take
    // whole. An answer past it ends its connection, however fast the others are read; one by itself
    // may be of any size. Programs of this machine are not counted.
    std::size_t unsent_bytes_per_address_max = std::size_t{16} * 1024 * 1024;

    std::size_t queue_messages_max = 256;  // of a WebSocket or stream
    std::size_t queue_bytes_max = std::size_t{64} * 1024;
    std::size_t message_bytes_max = std::size_t{16} * 1024;  // into a WebSocket; past it 1009
    // The kernel's, of each connection; it takes twice of it for its own accounts.
    int send_buffer_bytes = 32 * 1024;
    int receive_buffer_bytes = 32 * 1024;
    // The kernel's packets, of which several must fit the send buffer: a peer that has got one
    // acknowledges it 40 ms later, or with a second. On this machine they would be of 64 KB.
    // Source: RFC 1122, 4.2.3.2.
    int segment_bytes_max = 16 * 1024;

    milliseconds head_timeout{10'000};  // from the first byte of a head to its last; 408
    milliseconds body_timeout{30'000};  // for a whole body; 408
    milliseconds idle_timeout{75'000};  // between requests; closed silently
    // The same in a drain: a request that is on its way is answered. A client that asks more seldom
    // may ask just when the connection is closed, and get no answer.
    milliseconds idle_timeout_in_drain{250};
    // From when a handler is asked, or a session has taken a message, until they must be done with
    // it; Handler::late, or Upgrade::late and 1013. 0: whenever they are.
    milliseconds answer_within{0};
    // In it the peer must take so many bytes, or all there are; dropped.
    milliseconds write_timeout{30'000};
    std::int64_t write_bytes_min = std::int64_t{16} * 1024;
    milliseconds progress_interval{1'000};  // between two looks at what it has taken

    milliseconds linger_timeout{2'000};     // to discard what follows a refused request
    milliseconds stream_heartbeat{15'000};  // of silence in a stream
    milliseconds ping_after{30'000};        // of silence from a WebSocket's peer
    milliseconds pong_timeout{20'000};      // after that ping; dropped
    milliseconds close_timeout{5'000};      // for a WebSocket's closing handshake
    milliseconds sweep_interval{250};
};

struct ListenerOptions {
    // The host, and perhaps the port, that the server is known by; a request's target may name it,
    // or the Host that is sent. Empty: only the Host.
    std::string authority = {};
    std::string address = "127.0.0.1";  // IPv4 or IPv6
    std::uint16_t port = 0;             // 0: any free one
    // Addresses and CIDR ranges of trusted proxies: their X-Forwarded-For and X-Forwarded-Proto
    // count.
    std::vector<std::string> trusted_proxies = {};
    // Whether requests from this machine that come through no proxy are marked is_local. Only if
    // `address` is a loopback address: elsewhere a proxy of this machine may serve the world.
    bool exempts_this_machine = false;
    Limits limits = {};
};

// Whether the text is an address or a range ("127.0.0.1", "10.0.0.0/8", "fd00::/8").
bool is_address_range(std::string_view text);

// Accepts connections, one SO_REUSEPORT socket per I/O thread. Runs out of descriptors without
// dying: it answers 503 from a reserve, backs off and goes on.
class Listener {
public:
    // Binds and listens. The handler, the metrics and the threads must outlive it.
    // Throws: std::system_error naming address and port; std::invalid_argument for an option.
    Listener(base::IoThreads& threads, Handler& handler, base::Metrics& metrics,
             ListenerOptions options);
    // Drops what drain() has not ended.
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // Begins to accept. Requires: the threads are running or will be.
    void start();

    // The real one, also if the options say 0.
    std::uint16_t port() const;

    // Connections that are open now. Thread: any.
    std::size_t connections() const;

    // Stops accepting, lets requests in progress, and those that come within idle_timeout_in_drain,
    // finish with `Connection: close`, closes WebSockets with this code, each after the message
    // that its session has taken, and ends streams; after the deadline drops what is left. Returns
    // when nothing is left (true) or had to be dropped (false). Thread: not an I/O thread.
    bool drain(CloseCode code, milliseconds deadline);

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace tanbo::net

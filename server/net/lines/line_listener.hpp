#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "server/base/metrics.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/net/lines/line_splitter.hpp"
#include "server/net/lines/local_endpoint.hpp"

// Connections that speak in lines, such as those of a mail server.
namespace tanbo::net {

using std::chrono::milliseconds;

// The maxima of one listener. Times are kept by a sweep, so they end up to one interval late.
struct LineLimits {
    std::size_t line_bytes_max = 998;  // without CR LF. Source: RFC 5321, 4.5.3.1.6
    std::size_t connections_max = 100;
    milliseconds idle_timeout{300'000};  // for the next bytes. Source: RFC 5321, 4.5.3.2.7
    milliseconds write_timeout{30'000};
    milliseconds linger_timeout{2'000};  // to discard what follows the last answer
    milliseconds sweep_interval{250};
};

struct LineListenerOptions {
    LocalEndpoint endpoint = {};
    std::string busy_answer = {};  // to clients past the maximum, or without a descriptor
    LineLimits limits = {};
    std::string name = "lmtp";  // of its connections, in the log
    bool is_private = false;    // a Unix socket for its owner alone
};

enum class LineEvent : std::uint8_t {
    line,
    fault,
    draining,   // told once, if nothing is left to be read: the server is about to stop
    timed_out,  // nothing came: an answer may still be written
    ended       // the peer has gone
};

struct LineRead {
    LineEvent event = LineEvent::ended;
    std::string_view text = {};            // of a line; valid until the next read
    LineFault fault = LineFault::bare_cr;  // of a fault
};

// One client. Thread: that of the listener.
class LineConnection {
public:
    LineConnection() = default;
    virtual ~LineConnection() = default;
    LineConnection(const LineConnection&) = delete;
    LineConnection& operator=(const LineConnection&) = delete;

    // Lines that have arrived already, without waiting.
    virtual std::optional<LineRead> take() = 0;

    // The next of it, when it has arrived.
    virtual base::Awaitable<LineRead> read() = 0;

    // Whether bytes have arrived behind what was taken or read.
    virtual bool has_more() const = 0;

    // False if the peer has gone or takes nothing.
    virtual base::Awaitable<bool> write(std::string_view bytes) = 0;
};

// The log of a connection.
class LineHandler {
public:
    LineHandler() = default;
    virtual ~LineHandler() = default;
    LineHandler(const LineHandler&) = delete;
    LineHandler& operator=(const LineHandler&) = delete;

    // Serves one client; the connection ends with it.
    virtual base::Awaitable<void> serve(LineConnection& connection) = 0;
};

struct LineListenerState;

// Accepts connections on the first I/O thread. Runs out of descriptors without dying: it gives the
// busy answer from a reserve, backs off and goes on.
//
// A Unix socket may be used by its owner and, unless it is private, its group: the folder's setgid
// bit says which group.
class LineListener {
public:
    // Binds and listens; replaces a Unix socket without a listener. The handler, the metrics and
    // the threads must outlive it.
    // Throws: std::system_error naming the endpoint.
    LineListener(base::IoThreads& threads, LineHandler& handler, base::Metrics& metrics,
                 LineListenerOptions options);
    // Drops what drain() has not ended; removes the Unix socket.
    ~LineListener();
    LineListener(const LineListener&) = delete;
    LineListener& operator=(const LineListener&) = delete;

    // Begins to accept. Requires: the threads are running or will be.
    void start();

    // The real one, also if the options say port 0.
    const LocalEndpoint& endpoint() const;

    // Connections that are open now. Thread: any.
    std::size_t connections() const;

    // Stops accepting and tells each connection once. Thread: any.
    void begin_drain();

    // begin_drain(), then waits until nothing is left (true); at the deadline drops what is
    // (false). Thread: not an I/O thread.
    bool drain(milliseconds deadline);

private:
    std::shared_ptr<LineListenerState> state_;
};

}  // namespace tanbo::net

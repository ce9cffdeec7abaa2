#include "server/net/lines/line_listener.hpp"

#include <array>
#include <atomic>
#include <list>
#include <system_error>
#include <unistd.h>

#include <boost/asio/write.hpp>

#include "server/net/accept_loop.hpp"
#include "server/net/lines/local_acceptor.hpp"
#include "server/net/socket.hpp"

namespace tanbo::net {
namespace {

using base::Awaitable;

constexpr milliseconds line_drop_deadline{2'000};
constexpr std::size_t read_bytes = std::size_t{16} * 1024;

}  // namespace

class LinePeer;

// The common part of all connections. Thread: the executor's, but for the atomics and the
// constructor.
struct LineListenerState : std::enable_shared_from_this<LineListenerState> {
    LineListenerState(base::Executor e, LineHandler& h, base::Metrics& m, LineListenerOptions o);
    LineListenerState(const LineListenerState&) = delete;
    LineListenerState& operator=(const LineListenerState&) = delete;

    Awaitable<void> accept();
    Awaitable<void> sweep();
    void begin(StreamSocket socket);
    void begin_drain();
    void drop_all();
    bool wait_until_empty(milliseconds deadline) const;

    base::Executor executor;
    LineHandler& handler;
    LineListenerOptions options;
    base::Gauge& open;
    base::Counter& refused;
    AcceptLoop<LocalStream> accepting;
    SteadyTimer tick;
    std::list<LinePeer*> peers;
    std::atomic<std::size_t> connections{0};
    std::atomic<bool> is_accepting{false};
    bool is_draining = false;
};

// A client's socket and the deadline of what is awaited of it.
class LinePeer final : public LineConnection, public std::enable_shared_from_this<LinePeer> {
public:
    LinePeer(std::shared_ptr<LineListenerState> state, StreamSocket socket)
        : state_(std::move(state)),
          socket_(std::move(socket)),
          splitter_(state_->options.limits.line_bytes_max),
          place_(state_->peers.insert(state_->peers.end(), this)) {
        state_->open.add(1);
        state_->connections.fetch_add(1);
    }
    ~LinePeer() override {
        state_->peers.erase(place_);
        state_->open.add(-1);
        state_->connections.fetch_sub(1);
    }
    LinePeer(const LinePeer&) = delete;
    LinePeer& operator=(const LinePeer&) = delete;

    Awaitable<void> run(std::shared_ptr<LinePeer> self);
    Awaitable<void> reject(std::shared_ptr<LinePeer> self);

    std::optional<LineRead> take() override;
    Awaitable<LineRead> read() override;
    bool has_more() const override { return splitter_.has_more(); }
    Awaitable<bool> write(std::string_view bytes) override;

    void sweep(SteadyTime now);
    void drain();
    void drop();

private:
    Awaitable<void> linger();
    void allow(milliseconds time) { deadline_ = std::chrono::steady_clock::now() + time; }

    std::shared_ptr<LineListenerState> state_;
    StreamSocket socket_;
    LineSplitter splitter_;
    std::list<LinePeer*>::iterator place_;
    std::array<char, read_bytes> part_{};
    SteadyTime deadline_ = SteadyTime::max();
    bool is_reading_ = false;
    bool has_timed_out_ = false;
    bool is_drain_told_ = false;
};

Awaitable<void> LinePeer::run(std::shared_ptr<LinePeer>) {
    co_await state_->handler.serve(*this);
    co_await linger();
}

Awaitable<void> LinePeer::reject(std::shared_ptr<LinePeer>) {
    state_->refused.add();
    co_await write(state_->options.busy_answer);
    co_await linger();
}

// Lines that the splitter holds already, or that the server is about to stop.
std::optional<LineRead> LinePeer::take() {
    const auto line = splitter_.next();
    if (line && line->fault) return LineRead{LineEvent::fault, {}, *line->fault};
    if (line) return LineRead{LineEvent::line, line->text, LineFault::bare_cr};
    if (!state_->is_draining || is_drain_told_) return std::nullopt;
    is_drain_told_ = true;
    return LineRead{LineEvent::draining, {}, LineFault::bare_cr};
}

Awaitable<LineRead> LinePeer::read() {
    auto taken = take();
    while (!taken) {
        allow(state_->options.limits.idle_timeout);
        is_reading_ = true;
        const auto space = boost::asio::buffer(part_);
        const auto [error, size] = co_await socket_.async_read_some(space, base::awaited_tuple);
        is_reading_ = false;
        deadline_ = SteadyTime::max();
        splitter_.add(std::string_view(part_.data(), size));
        taken = take();
        if (!taken && error) {
            taken.emplace();
            if (std::exchange(has_timed_out_, false)) taken->event = LineEvent::timed_out;
        }
    }
    co_return *taken;
}

Awaitable<bool> LinePeer::write(std::string_view bytes) {
    allow(state_->options.limits.write_timeout);
    const auto buffer = boost::asio::buffer(bytes.data(), bytes.size());
    const auto [error, size] =
        co_await boost::asio::async_write(socket_, buffer, base::awaited_tuple);
    deadline_ = SteadyTime::max();
    co_return !error && size == bytes.size();
}

// Closing over bytes that were not read would take the last answer back.
Awaitable<void> LinePeer::linger() {
    error_code error;
    socket_.shutdown(StreamSocket::shutdown_send, error);
    allow(state_->options.limits.linger_timeout);
    while (!error) {
        const auto space = boost::asio::buffer(part_);
        const auto [fault, size] = co_await socket_.async_read_some(space, base::awaited_tuple);
        error = fault;
    }
}

// A read is only cancelled, for there may be something to say; all else ends the connection.
void LinePeer::sweep(SteadyTime now) {
    if (now < deadline_) return;
    error_code ignored;
    has_timed_out_ = true;
    if (is_reading_) {
        socket_.cancel(ignored);
    } else {
        socket_.close(ignored);
    }
}

void LinePeer::drain() {
    error_code ignored;
    if (is_reading_ && !is_drain_told_) socket_.cancel(ignored);
}

void LinePeer::drop() {
    error_code ignored;
    socket_.close(ignored);
}

LineListenerState::LineListenerState(base::Executor e, LineHandler& h, base::Metrics& m,
                                     LineListenerOptions o)
    : executor(e),
      handler(h),
      options(std::move(o)),
      open(m.gauge("tanbo_line_connections", "Open connections of mail servers.")),
      refused(m.counter("tanbo_line_refused_connections_total",
                        "Refused connections of mail servers above the maximum.")),
      accepting(listen_locally(executor, options.endpoint, options.is_private),
                {options.name, options.busy_answer},
                m.counter("tanbo_line_accept_errors_total",
                          "Failures to accept connections of mail servers.")),
      tick(executor) {}

Awaitable<void> LineListenerState::accept() {
    const auto self = shared_from_this();
    AcceptLoop<LocalStream>::Begin serve = [this](StreamSocket socket) {
        this->begin(std::move(socket));
    };
    co_await accepting.run(std::move(serve));
}

void LineListenerState::begin(StreamSocket socket) {
    const bool is_over_maximum = connections.load() >= options.limits.connections_max;
    // As many again are told so; the rest are just closed.
    if (connections.load() >= 2 * options.limits.connections_max) return;
    const auto peer = std::make_shared<LinePeer>(shared_from_this(), std::move(socket));
    if (is_over_maximum) {
        base::spawn(executor, "line connection refused", peer->reject(peer));
    } else {
        base::spawn(executor, "line connection", peer->run(peer));
    }
}

// Keeps the deadlines of all connections; it outlives the drain.
Awaitable<void> LineListenerState::sweep() {
    const auto self = shared_from_this();
    while (!is_draining || !peers.empty()) {
        tick.expires_after(options.limits.sweep_interval);
        co_await tick.async_wait(base::awaited_tuple);
        const SteadyTime now = std::chrono::steady_clock::now();
        for (LinePeer* peer : peers) peer->sweep(now);
    }
}

void LineListenerState::begin_drain() {
    if (is_draining) return;
    is_draining = true;
    accepting.close();
    is_accepting = false;
    for (LinePeer* peer : peers) peer->drain();
}

void LineListenerState::drop_all() {
    begin_drain();
    for (LinePeer* peer : peers) peer->drop();
}

bool LineListenerState::wait_until_empty(milliseconds deadline) const {
    const auto is_empty = [this] { return !is_accepting && connections.load() == 0; };
    return wait_until(is_empty, deadline);
}

LineListener::LineListener(base::IoThreads& threads, LineHandler& handler, base::Metrics& metrics,
                           LineListenerOptions options) {
    const std::string endpoint = to_text(options.endpoint);
    try {
        state_ = std::make_shared<LineListenerState>(threads.executor(0), handler, metrics,
                                                     std::move(options));
    } catch (const boost::system::system_error& error) {
        throw std::system_error(std::error_code(error.code().value(), std::system_category()),
                                "could not listen on " + endpoint);
    }
}

LineListener::~LineListener() {
    drain(milliseconds(0));
    if (endpoint().is_unix()) ::unlink(endpoint().path.c_str());
}

void LineListener::start() {
    state_->is_accepting = true;
    const auto state = state_;
    boost::asio::post(state->executor, [state] {
        base::spawn(state->executor, "accept lines", state->accept());
        base::spawn(state->executor, "sweep lines", state->sweep());
    });
}

const LocalEndpoint& LineListener::endpoint() const {
    return state_->options.endpoint;
}

std::size_t LineListener::connections() const {
    return state_->connections.load();
}

void LineListener::begin_drain() {
    const auto state = state_;
    boost::asio::post(state->executor, [state] { state->begin_drain(); });
}

bool LineListener::drain(milliseconds deadline) {
    begin_drain();
    if (state_->wait_until_empty(deadline)) return true;
    const auto state = state_;
    boost::asio::post(state->executor, [state] { state->drop_all(); });
    state_->wait_until_empty(line_drop_deadline);
    return false;
}

}  // namespace tanbo::net

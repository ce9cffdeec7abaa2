#include "server/net/listener.hpp"

#include <netinet/tcp.h>
#include <stdexcept>
#include <system_error>

#include "server/base/log.hpp"
#include "server/net/worker.hpp"

namespace tanbo::net {
namespace {

using ReusePort = boost::asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
using SegmentSize = boost::asio::detail::socket_option::integer<IPPROTO_TCP, TCP_MAXSEG>;

constexpr milliseconds drop_deadline{2'000};

[[noreturn]] void fail(const ListenerOptions& options, const boost::system::system_error& e) {
    throw std::system_error(
        std::error_code(e.code().value(), std::system_category()),
        "could not listen on " + options.address + " port " + std::to_string(options.port));
}

// Connections inherit the sizes of the kernel's buffers and segments: a client that does not read
// must not pin more.
Acceptor listen(base::Executor executor, const Tcp::endpoint& endpoint, const Limits& limits,
                bool shares_port) {
    Acceptor acceptor(executor);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(Acceptor::reuse_address(true));
    if (shares_port) acceptor.set_option(ReusePort(true));
    acceptor.set_option(boost::asio::socket_base::send_buffer_size(limits.send_buffer_bytes));
    acceptor.set_option(boost::asio::socket_base::receive_buffer_size(limits.receive_buffer_bytes));
    acceptor.set_option(SegmentSize(limits.segment_bytes_max));
    acceptor.bind(endpoint);
    acceptor.listen(Acceptor::max_listen_connections);
    return acceptor;
}

}  // namespace

struct Listener::State {
    std::shared_ptr<Shared> shared;
    base::IoThreads& threads;
    std::vector<std::shared_ptr<Worker>> workers;
    std::uint16_t port = 0;
    bool is_started = false;

    void bind();
    bool wait_until_empty(milliseconds deadline) const;
};

// The first socket takes the port alone: a second server on it is an error rather than a rival.
// Then all threads share it.
void Listener::State::bind() {
    const auto address = parse_address(shared->options.address);
    if (!address) throw std::invalid_argument("not an address: " + shared->options.address);
    Tcp::endpoint endpoint(*address, shared->options.port);
    const Limits& limits = shared->options.limits;
    if (endpoint.port() != 0) listen(threads.executor(0), endpoint, limits, false).close();
    for (int i = 0; i < threads.size(); ++i) {
        Acceptor acceptor = listen(threads.executor(i), endpoint, limits, true);
        endpoint.port(acceptor.local_endpoint().port());
        workers.push_back(
            std::make_shared<Worker>(threads.executor(i), shared, std::move(acceptor)));
    }
    port = endpoint.port();
}

bool Listener::State::wait_until_empty(milliseconds deadline) const {
    const auto is_empty = [this] {
        return shared->accepting.load() == 0 && shared->connections.load() == 0;
    };
    return wait_until(is_empty, deadline);
}

Listener::Listener(base::IoThreads& threads, Handler& handler, base::Metrics& metrics,
                   ListenerOptions options)
    : state_(std::make_shared<State>(
          State{std::make_shared<Shared>(handler, metrics, std::move(options)), threads, {}})) {
    try {
        state_->bind();
    } catch (const boost::system::system_error& e) {
        fail(state_->shared->options, e);
    }
}

Listener::~Listener() {
    if (state_->is_started) drain(CloseCode::going_away, milliseconds(0));
}

void Listener::start() {
    state_->is_started = true;
    state_->shared->accepting = state_->threads.size();
    for (int i = 0; i < state_->threads.size(); ++i) {
        const auto worker = state_->workers[static_cast<std::size_t>(i)];
        state_->threads.post_to(i, [worker] { worker->start(); });
    }
}

std::uint16_t Listener::port() const {
    return state_->port;
}

std::size_t Listener::connections() const {
    return state_->shared->connections.load();
}

bool Listener::drain(CloseCode code, milliseconds deadline) {
    for (int i = 0; i < state_->threads.size(); ++i) {
        const auto worker = state_->workers[static_cast<std::size_t>(i)];
        state_->threads.post_to(i, [worker, code] { worker->drain(code); });
    }
    if (state_->wait_until_empty(deadline)) return true;
    for (int i = 0; i < state_->threads.size(); ++i) {
        const auto worker = state_->workers[static_cast<std::size_t>(i)];
        state_->threads.post_to(i, [worker] { worker->drop_all(); });
    }
    state_->wait_until_empty(drop_deadline);
    return false;
}

}  // namespace tanbo::net

#include "server/net/worker.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "server/base/log.hpp"
#include "server/base/secrets.hpp"
#include "server/net/connection.hpp"
#include "server/net/http/response_head.hpp"

namespace tanbo::net {
namespace {

using base::Awaitable;

// Connections past the maximum that are told so at one time; the rest are just closed.
constexpr std::size_t refusals_max = 256;
constexpr std::size_t refusals_per_address_max = 8;

constexpr std::string_view busy_answer =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\n"
    "Connection: close\r\n\r\n";

}  // namespace

Lease::Lease(std::shared_ptr<Worker> worker, ConnectionHandler& handler)
    : worker_(std::move(worker)), position_(worker_->enter(handler)) {}

Lease::~Lease() {
    if (worker_ != nullptr) worker_->leave(position_);
}

bool listens_here(const ListenerOptions& options) {
    const auto address = parse_address(options.address);
    return address && address->is_loopback();
}

ListenerMetrics::ListenerMetrics(base::Metrics& m)
    : connections(m.gauge("tanbo_connections", "Open connections.")),
      websockets(m.gauge("tanbo_websockets", "Open WebSockets.")),
      streams(m.gauge("tanbo_streams", "Open response streams.")),
      requests(m.counter("tanbo_http_heads_total", "Requests with a valid head.")),
      faults(m.counter("tanbo_http_faults_total", "Requests refused before routing.")),
      late_answers(
          m.counter("tanbo_late_answers_total", "Requests and messages answered too late.")),
      accept_errors(m.counter("tanbo_accept_errors_total", "Failures to accept connections.")),
      refused_connections(
          m.counter("tanbo_refused_connections_total", "Refused connections above the maximum.")),
      slow_clients(m.counter("tanbo_slow_clients_total", "Clients with an overflowing queue.")) {}

Worker::Worker(base::Executor executor, std::shared_ptr<Shared> shared, Acceptor acceptor)
    : executor_(executor),
      shared_(std::move(shared)),
      accepting_(std::move(acceptor), {"http", busy_answer}, shared_->metrics.accept_errors),
      flushes_(std::make_shared<FlushRounds>(executor)),
      tick_(executor),
      date_(http_date(std::time(nullptr))) {
    std::array<std::uint8_t, 6> random{};
    base::random_bytes(random);
    id_prefix_ = base::to_hex(random) + "-";
}

void Worker::start() {
    base::spawn(executor_, "accept", accept());
    base::spawn(executor_, "sweep", sweep());
}

void Worker::drain(CloseCode code) {
    drain_code_ = code;
    stop_accepting();
    for (ConnectionHandler* const handler : handlers_) handler->drain(code);
}

void Worker::drop_all() {
    stop_accepting();
    for (ConnectionHandler* const handler : handlers_) handler->drop();
}

void Worker::stop_accepting() {
    if (is_draining_) return;
    is_draining_ = true;
    accepting_.close();
    shared_->accepting.fetch_sub(1);
}

void Worker::record_late(std::string_view id) {
    base::log::warn("answer-late", "a request was answered too late", {{"request", id}});
    shared_->metrics.late_answers.add();
}

std::string Worker::next_request_id() {
    return id_prefix_ + std::to_string(++ids_);
}

std::list<ConnectionHandler*>::iterator Worker::enter(ConnectionHandler& handler) {
    shared_->metrics.connections.add(1);
    return handlers_.insert(handlers_.end(), &handler);
}

void Worker::leave(std::list<ConnectionHandler*>::iterator place) {
    handlers_.erase(place);
    shared_->metrics.connections.add(-1);
    shared_->connections.fetch_sub(1);
}

Awaitable<void> Worker::accept() {
    const auto self = shared_from_this();
    AcceptLoop<Tcp>::Begin serve = [this](Socket socket) { this->begin(std::move(socket)); };
    co_await accepting_.run(std::move(serve));
}

void Worker::begin(Socket socket) {
    const std::size_t open = shared_->connections.load();
    const std::size_t max = limits().connections_max;
    if (open >= max + refusals_max) return;
    error_code ignored;
    const Address address = normalized(socket.remote_endpoint(ignored).address());
    std::optional<Fault> refusal;
    std::optional<base::ConcurrencyLimit::Slot> place;
    if (open >= max) {
        refusal = Fault{503, "too-many-connections", "The server has too many connections.", {}};
    }
    if (!shared_->proxies.contains(address)) {
        const std::string network = client_network(address.to_string());
        place = shared_->by_address.take(network);
        if (!place) {
            refusal = too_many_from_address();
            place = shared_->by_address.take(network, refusals_per_address_max);
        }
        if (!place) return;
    }
    shared_->connections.fetch_add(1);
    std::make_shared<Connection>(shared_from_this(), std::move(socket), address, std::move(place))
        ->start(std::move(refusal));
}

// The one timer of a thread. It outlives the drain, and keeps its deadlines.
Awaitable<void> Worker::sweep() {
    const auto self = shared_from_this();
    while (!is_draining_ || !handlers_.empty()) {
        tick_.expires_after(limits().sweep_interval);
        co_await tick_.async_wait(base::awaited_tuple);
        const SteadyTime now = std::chrono::steady_clock::now();
        date_ = http_date(std::time(nullptr));
        for (ConnectionHandler* const handler : handlers_) handler->sweep(now);
        if (shared_->unsent_bytes.load() > limits().unsent_bytes_max) drop_slowest(now);
    }
}

// Drops the longest-stalled clients first; keeps those that have just taken something.
void Worker::drop_slowest(SteadyTime now) {
    std::vector<ConnectionHandler*> slow;
    for (ConnectionHandler* const handler : handlers_) {
        if (handler->stalled_since() <= now - 2 * limits().progress_interval)
            slow.push_back(handler);
    }
    std::ranges::sort(slow, {}, [](const ConnectionHandler* one) { return one->stalled_since(); });
    std::size_t unsent = shared_->unsent_bytes.load();
    for (ConnectionHandler* const handler : slow) {
        if (unsent <= limits().unsent_bytes_max) break;
        unsent -= std::min(unsent, handler->unsent_bytes());
        handler->drop_slow();
    }
}

}  // namespace tanbo::net

#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include "server/base/concurrency_limit.hpp"
#include "server/base/metrics.hpp"
#include "server/net/accept_loop.hpp"
#include "server/net/address.hpp"
#include "server/net/connection_handler.hpp"
#include "server/net/listener.hpp"
#include "server/net/socket.hpp"
#include "server/net/websocket/flush_rounds.hpp"

namespace tanbo::net {

struct ListenerMetrics {
    explicit ListenerMetrics(base::Metrics& metrics);

    base::Gauge& connections;
    base::Gauge& websockets;
    base::Gauge& streams;
    base::Counter& requests;
    base::Counter& faults;
    base::Counter& late_answers;
    base::Counter& accept_errors;
    base::Counter& refused_connections;
    base::Counter& slow_clients;
};

// Whether only programs of this machine reach it.
bool listens_here(const ListenerOptions& options);

// The common part of one listener's threads. Read-only but for the atomics.
struct Shared {
    Shared(Handler& h, base::Metrics& m, ListenerOptions o)
        : handler(h),
          options(std::move(o)),
          proxies(options.trusted_proxies, options.exempts_this_machine && listens_here(options)),
          metrics(m),
          by_address(options.limits.connections_per_address_max),
          unsent_by_address(options.limits.unsent_bytes_per_address_max) {}

    Handler& handler;
    const ListenerOptions options;
    const TrustedProxies proxies;
    ListenerMetrics metrics;
    base::ConcurrencyLimit by_address;         // connections, and what proxies hand on for others
    base::ConcurrencyLimit unsent_by_address;  // bytes of large answers that are being written
    std::atomic<std::size_t> connections{0};
    std::atomic<std::size_t> unsent_bytes{0};  // of answers that are being written
    std::atomic<int> accepting{0};             // workers that have not been told to stop
};

// One I/O thread's part of a listener: its acceptor, its connections and the sweep that keeps their
// deadlines. Thread: its own, but for the constructor.
class Worker : public std::enable_shared_from_this<Worker> {
public:
    Worker(base::Executor executor, std::shared_ptr<Shared> shared, Acceptor acceptor);
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void start();
    void drain(CloseCode code);
    void drop_all();

    // --- for handlers ---
    Shared& shared() { return *shared_; }
    const Limits& limits() const { return shared_->options.limits; }
    bool is_draining() const { return is_draining_; }
    CloseCode drain_code() const { return drain_code_; }
    // The Date field's value; renewed by the sweep.
    std::string_view date() const { return date_; }
    std::string next_request_id();
    // A request, or a message of a socket, that was not answered in time.
    void record_late(std::string_view id);
    const std::shared_ptr<FlushRounds>& flushes() { return flushes_; }
    std::list<ConnectionHandler*>::iterator enter(ConnectionHandler& handler);
    void leave(std::list<ConnectionHandler*>::iterator place);

private:
    void stop_accepting();
    base::Awaitable<void> accept();
    base::Awaitable<void> sweep();
    void drop_slowest(SteadyTime now);
    void begin(Socket socket);

    base::Executor executor_;
    std::shared_ptr<Shared> shared_;
    AcceptLoop<Tcp> accepting_;
    std::shared_ptr<FlushRounds> flushes_;
    SteadyTimer tick_;
    std::list<ConnectionHandler*> handlers_;
    bool is_draining_ = false;
    CloseCode drain_code_ = CloseCode::going_away;
    std::string date_;
    std::string id_prefix_;
    std::uint64_t ids_ = 0;
};

}  // namespace tanbo::net

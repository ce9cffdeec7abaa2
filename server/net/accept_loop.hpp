#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>

#include "server/base/log.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/net/socket.hpp"

// For sources of this folder only.
namespace tanbo::net {

// A descriptor kept for the moment when there is no other.
class Reserve {
public:
    Reserve() { open(); }
    ~Reserve() { close(); }
    Reserve(const Reserve&) = delete;
    Reserve& operator=(const Reserve&) = delete;

    // Gives it up for as long as it takes to tell one client of the listening socket.
    void reject_next(int listening, std::string_view answer);

private:
    void open();
    void close();

    int descriptor_ = -1;
};

// The log of an accept loop.
struct AcceptWords {
    std::string_view connection;   // in the log: "http"
    std::string_view busy_answer;  // to a client for whom there is no descriptor
};

// Accepts connections of TCP or Unix sockets. Out of descriptors or memory it does not die: it
// gives one client the busy answer, backs off and goes on. Thread: one.
template <class Protocol>
class AcceptLoop {
public:
    using Acceptor = boost::asio::basic_socket_acceptor<Protocol, base::Executor>;
    using Socket = boost::asio::basic_stream_socket<Protocol, base::Executor>;
    using Begin = std::function<void(Socket)>;

    // Requires: the words and the counter outlive it.
    AcceptLoop(Acceptor acceptor, AcceptWords words, base::Counter& errors)
        : acceptor_(std::move(acceptor)),
          backoff_(acceptor_.get_executor()),
          words_(words),
          errors_(errors) {}

    // Gives each socket to `begin` until close(). Requires: this lives as long.
    base::Awaitable<void> run(Begin begin);
    // Also gives it the connections that the kernel has accepted: the kernel would reset them.
    void close();

private:
    base::Awaitable<void> recover(error_code error);

    Acceptor acceptor_;
    SteadyTimer backoff_;
    AcceptWords words_;
    base::Counter& errors_;
    Reserve reserve_;
    Begin begin_;
    bool is_closed_ = false;
};

template <class Protocol>
base::Awaitable<void> AcceptLoop<Protocol>::run(Begin begin) {
    begin_ = std::move(begin);
    while (!is_closed_) {
        Socket socket(acceptor_.get_executor());
        const auto [error] = co_await acceptor_.async_accept(socket, base::awaited_tuple);
        if (!error) {
            begin_(std::move(socket));
        } else if (!is_closed_) {
            co_await recover(error);
        }
    }
}

// A client may just be gone before its turn. None of it may end the loop.
template <class Protocol>
base::Awaitable<void> AcceptLoop<Protocol>::recover(error_code error) {
    constexpr std::chrono::milliseconds pause{75};
    if (error == boost::asio::error::connection_aborted) co_return;
    errors_.add();
    base::log::warn("connection-not-accepted", "could not accept a connection",
                    {{"kind", words_.connection}, {"error", error.message()}});
    if (error == boost::asio::error::no_descriptors) {
        reserve_.reject_next(acceptor_.native_handle(), words_.busy_answer);
    }
    backoff_.expires_after(pause);
    co_await backoff_.async_wait(base::awaited_tuple);
}

template <class Protocol>
void AcceptLoop<Protocol>::close() {
    is_closed_ = true;
    error_code error;
    acceptor_.non_blocking(true, error);
    for (int left = boost::asio::socket_base::max_listen_connections; begin_ && left > 0; --left) {
        Socket socket(acceptor_.get_executor());
        acceptor_.accept(socket, error);
        if (error) break;
        begin_(std::move(socket));
    }
    acceptor_.close(error);
    backoff_.cancel();
}

// Waits until `is_over`, at most so long. Returns whether it was. Thread: one that may block.
bool wait_until(const std::function<bool()>& is_over, std::chrono::milliseconds deadline);

}  // namespace tanbo::net

#pragma once

#include <memory>
#include <optional>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/net/connection.hpp"
#include "server/net/outbox.hpp"
#include "server/net/websocket.hpp"

namespace tanbo::net {

// A WebSocket over Beast's: one coroutine writes what is queued, the session's own reads.
class WebSocketSession final : public WebSocket,
                               public Tenant,
                               public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(Worker& worker, Socket socket, std::string id);

    // The handshake, the session, the closing handshake.
    base::Awaitable<void> run(const Request& request, const Upgrade& upgrade);

    // --- WebSocket ---
    base::Awaitable<std::optional<Message>> receive() override;
    bool send(Bytes text) override;
    base::Awaitable<bool> write(Bytes text) override;
    void close(CloseCode code, std::string_view reason) override;
    bool is_open() const override { return is_open_; }

    // --- Tenant ---
    void sweep(SteadyTime now) override;
    void drain(CloseCode code) override;
    void drop() override;

private:
    using Beast = boost::beast::websocket::stream<Socket, false>;

    base::Awaitable<bool> accept(const Request& request, const Upgrade& upgrade);
    base::Awaitable<void> run_session(const Upgrade& upgrade);
    base::Awaitable<void> empty(std::shared_ptr<WebSocketSession> self);
    base::Awaitable<void> write_next();
    // The closing handshake, begun by us.
    base::Awaitable<void> shake_hands();
    void ping();
    void hear();
    void expect_end();
    // The socket is of no more use.
    void lose();
    void drop_slow();

    Worker& worker_;
    Beast beast_;
    const std::string id_;
    Outbox outbox_;
    base::Signal emptied_;
    std::optional<boost::beast::websocket::close_reason> closing_;  // ours, once asked for
    SteadyTime deadline_ = SteadyTime::max();                       // of a write or the closing
    SteadyTime last_heard_;
    SteadyTime pinged_;
    bool is_text_only_ = true;
    bool is_open_ = false;
    bool is_lost_ = false;
    bool is_emptied_ = false;
    bool awaits_pong_ = false;
    bool is_pinging_ = false;
};

}  // namespace tanbo::net

#pragma once

#include <memory>
#include <optional>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/net/connection_handler.hpp"
#include "server/net/websocket/flush_rounds.hpp"
#include "server/net/websocket/frame_writer.hpp"
#include "server/net/websocket/websocket.hpp"
#include "server/net/worker.hpp"

namespace tanbo::net {

// A WebSocket: Beast's reads, and answers control frames; messages go out by the frame writer.
class WebSocketSession final : public WebSocket,
                               public ConnectionHandler,
                               private Flushable,
                               private FrameWriter::Owner,
                               public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(Worker& worker, Socket socket, std::string id, Upgrade upgrade);
    ~WebSocketSession() override;

    // The handshake; false if the socket is of no more use.
    base::Awaitable<bool> accept(const Request& request);

    // The session, then the closing handshake. Requires: accepted.
    base::Awaitable<void> run();

    // --- WebSocket ---
    base::Awaitable<std::optional<Message>> receive() override;
    bool send(Bytes text) override;
    base::Awaitable<bool> write(Bytes text) override;
    void close(CloseCode code, std::string_view reason) override;
    bool is_open() const override { return is_open_; }

    // --- ConnectionHandler ---
    void sweep(SteadyTime now) override;
    // Closes it once the message that the session has taken, if any, is done with.
    void drain(CloseCode code) override;
    void drop() override;
    void drop_slow() override;

private:
    using Beast = boost::beast::websocket::stream<FrameWriter, false>;

    // --- Flushable, FrameWriter::Owner ---
    void flush() override;
    void prefetch() const override { frame_writer().prefetch(); }
    void on_control_frame(bool is_last) override;

    void end_session(const std::string& failure);
    // Flushes as the kernel takes more.
    base::Awaitable<void> flush_rest(std::shared_ptr<WebSocketSession> self);
    // The closing handshake, begun by us, behind what is queued.
    base::Awaitable<void> shake_hands(std::shared_ptr<WebSocketSession> self,
                                      boost::beast::websocket::close_reason reason);
    bool is_late(SteadyTime now) const;
    void send_timeout();
    void ping();
    void request_pong();
    void send_ping();
    void record_activity();
    void close_for_drain();
    void expect_end();
    // The socket is of no more use.
    void lose();
    FrameWriter& frame_writer() { return beast_.next_layer(); }
    const FrameWriter& frame_writer() const { return beast_.next_layer(); }

    Worker& worker_;
    const std::shared_ptr<FlushRounds> flushes_;  // may outlive the worker, as the session may
    SendQueue send_queue_;
    Beast beast_;
    const std::string id_;
    Upgrade upgrade_;       // until the session has ended
    base::Signal emptied_;  // for the closing handshake
    base::Signal closed_;
    std::optional<CloseCode> draining_;        // the drain's code, once it has begun
    SteadyTime deadline_ = SteadyTime::max();  // of the handshake or the closing
    SteadyTime last_heard_;
    SteadyTime taken_at_;  // the message, if it is at work
    SteadyTime pinged_;
    bool is_open_ = false;
    bool is_at_work_ = false;  // the session has taken a message and not asked for the next
    bool is_lost_ = false;
    bool is_flushing_rest_ = false;
    bool is_shaking_hands_ = false;
    bool awaits_pong_ = false;
    bool is_asked_ = false;    // for a word, by a ping that it need not answer in time
    bool is_pinging_ = false;  // a ping is being written
};

}  // namespace tanbo::net

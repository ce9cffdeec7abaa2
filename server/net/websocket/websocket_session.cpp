#include "server/net/websocket/websocket_session.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include "server/base/log.hpp"
#include "server/base/threads/async.hpp"
#include "server/net/write_progress.hpp"

namespace tanbo::net {
namespace {

namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

using base::Awaitable;

constexpr std::size_t reason_bytes_max = 123;  // RFC 6455, 5.5
// Room for most messages. A connection that waits keeps it; Beast would take 1,536 bytes.
constexpr std::size_t first_read_bytes = 128;

// The handshake as Beast wants it; its fields have been checked.
http::request<http::empty_body> handshake_of(const Request& request) {
    const std::string key(request.header("Sec-WebSocket-Key").value_or(""));
    http::request<http::empty_body> handshake(http::verb::get, "/", 11);
    handshake.set(http::field::host,
                  boost::beast::string_view(request.host.data(), request.host.size()));
    handshake.set(http::field::upgrade, "websocket");
    handshake.set(http::field::connection, "Upgrade");
    handshake.set(http::field::sec_websocket_key, key);
    handshake.set(http::field::sec_websocket_version, "13");
    return handshake;
}

}  // namespace

WebSocketSession::WebSocketSession(Worker& worker, Socket socket, std::string id, Upgrade upgrade)
    : worker_(worker),
      flushes_(worker.flushes()),
      send_queue_(worker.limits()),
      beast_(std::move(socket), send_queue_, static_cast<FrameWriter::Owner&>(*this)),
      id_(std::move(id)),
      upgrade_(std::move(upgrade)),
      last_heard_(std::chrono::steady_clock::now()) {
    websocket::stream_base::timeout none{websocket::stream_base::none(),
                                         websocket::stream_base::none(), false};
    beast_.set_option(none);
    beast_.read_message_max(worker_.limits().message_bytes_max);
    beast_.auto_fragment(false);
    beast_.control_callback([this](websocket::frame_type kind, boost::beast::string_view) {
        record_activity();
        if (kind != websocket::frame_type::close) return;
        frame_writer().forget_messages();  // no message follows the answer to a close frame
        if (is_open_) expect_end();
    });
}

WebSocketSession::~WebSocketSession() {
    flushes_->remove(*this);
}

Awaitable<bool> WebSocketSession::accept(const Request& request) {
    deadline_ = std::chrono::steady_clock::now() + worker_.limits().write_timeout;
    const std::string subprotocol = upgrade_.subprotocol;
    const std::string id = id_;
    beast_.set_option(
        websocket::stream_base::decorator([subprotocol, id](websocket::response_type& response) {
            if (!subprotocol.empty()) {
                response.set(http::field::sec_websocket_protocol, subprotocol);
            }
            response.set("X-Request-Id", id);
        }));
    const auto handshake = handshake_of(request);
    const auto [error] = co_await beast_.async_accept(handshake, base::awaited_tuple);
    deadline_ = SteadyTime::max();
    is_open_ = !error;
    co_return is_open_;
}

Awaitable<void> WebSocketSession::run() {
    worker_.shared().metrics.websockets.add(1);
    if (worker_.is_draining()) drain(worker_.drain_code());
    std::string failure;
    try {
        co_await upgrade_.session(*this);
    } catch (...) {
        failure = base::describe_exception();
    }
    end_session(failure);
    while (is_shaking_hands_) {
        co_await closed_.wait();
    }
    worker_.shared().metrics.websockets.add(-1);
}

void WebSocketSession::end_session(const std::string& failure) {
    upgrade_ = {};
    if (failure.empty()) {
        close(CloseCode::normal, "");
    } else {
        base::log::error("websocket-failed", "websocket session failed",
                         {{"request", id_}, {"error", failure}});
        close(CloseCode::internal_error, "The server failed.");
    }
}

Awaitable<std::optional<Message>> WebSocketSession::receive() {
    std::optional<Message> received;
    is_at_work_ = false;
    if (draining_) close_for_drain();
    if (is_lost_) co_return received;
    Message message;
    auto buffer = boost::asio::dynamic_buffer(message.data);
    std::size_t room = first_read_bytes;
    do {
        const auto [error, size] =
            co_await beast_.async_read_some(buffer, room, base::awaited_tuple);
        record_activity();
        if (error) {
            lose();
            co_return received;
        }
        room = 0;
    } while (!beast_.is_message_done());
    message.is_text = beast_.got_text();
    if (!message.is_text && upgrade_.text_only) {
        close(CloseCode::unsupported_data, "Only text messages are supported.");
    }
    if (is_open_) {
        is_at_work_ = true;
        taken_at_ = last_heard_;
        received.emplace(std::move(message));
    }
    co_return received;
}

bool WebSocketSession::send(Bytes text) {
    if (!is_open_) return false;
    if (!send_queue_.fits(text)) {
        worker_.shared().metrics.slow_clients.add();
        frame_writer().forget_messages();
        close(CloseCode::try_again_later, "Too slow. Resume with \"after\".");
        return false;
    }
    send_queue_.push(std::move(text));
    if (!is_flushing_rest_) flushes_->add(*this);
    return true;
}

Awaitable<bool> WebSocketSession::write(Bytes text) {
    while (is_open_ && !send_queue_.is_half_empty()) {
        co_await send_queue_.drained.wait();
    }
    co_return send(std::move(text));
}

void WebSocketSession::close(CloseCode code, std::string_view reason) {
    if (!is_open_) return;
    expect_end();
    send_queue_.wake();
    reason = reason.substr(0, reason_bytes_max);
    const websocket::close_reason told(static_cast<websocket::close_code>(code),
                                       boost::beast::string_view(reason.data(), reason.size()));
    is_shaking_hands_ = true;
    const base::Executor executor = beast_.get_executor();
    base::spawn(executor, "websocket closing", shake_hands(shared_from_this(), told));
}

void WebSocketSession::record_activity() {
    last_heard_ = std::chrono::steady_clock::now();
    awaits_pong_ = false;
    is_asked_ = false;
    mark_responsive();
}

// The closing handshake has begun: the peer may take only so long to end it.
void WebSocketSession::expect_end() {
    is_open_ = false;
    deadline_ = std::chrono::steady_clock::now() + worker_.limits().close_timeout;
}

void WebSocketSession::lose() {
    is_open_ = false;
    is_lost_ = true;
    frame_writer().close();
    send_queue_.wake();
    emptied_.notify();
}

void WebSocketSession::sweep(SteadyTime now) {
    const Limits& limits = worker_.limits();
    const bool is_stuck = is_open_ && now - limits.write_timeout >= frame_writer().blocked_since();
    if (is_stuck || now >= deadline_ || (awaits_pong_ && now - pinged_ >= limits.pong_timeout)) {
        base::log::info("websocket-dropped", "websocket dropped", {{"request", id_}});
        drop_slow();
    } else if (is_late(now)) {
        send_timeout();
    } else if (is_open_ && !awaits_pong_ && now - last_heard_ >= limits.ping_after) {
        ping();
    }
}

bool WebSocketSession::is_late(SteadyTime now) const {
    const milliseconds within = worker_.limits().answer_within;
    return is_open_ && is_at_work_ && within.count() > 0 && now - taken_at_ >= within;
}

void WebSocketSession::send_timeout() {
    worker_.record_late(id_);
    if (upgrade_.late) upgrade_.late();
    close(CloseCode::try_again_later, "Answer too late. Resume with \"after\".");
}

void WebSocketSession::drain(CloseCode code) {
    draining_ = code;
    if (!is_at_work_) close_for_drain();
}

void WebSocketSession::close_for_drain() {
    const bool is_restart = draining_ == CloseCode::service_restart;
    close(*draining_, is_restart ? "The server is restarting." : "The server is shutting down.");
}

void WebSocketSession::drop() {
    lose();
}

// Also what the kernel holds for it.
void WebSocketSession::drop_slow() {
    abort(frame_writer().socket());
    drop();
}

void WebSocketSession::ping() {
    if (is_pinging_) return;
    awaits_pong_ = true;
    pinged_ = std::chrono::steady_clock::now();
    send_ping();
}

// A peer that gets more than it says may read and be far away: nothing depends on when it answers
// but how soon it is served.
void WebSocketSession::request_pong() {
    if (is_pinging_ || is_asked_) return;
    is_asked_ = true;
    send_ping();
}

void WebSocketSession::send_ping() {
    is_pinging_ = true;
    beast_.async_ping({}, [self = shared_from_this()](error_code) { self->is_pinging_ = false; });
}

// --- writing ---

// Beast also closes by itself, after a bad frame: nothing may be queued from then on.
void WebSocketSession::on_control_frame(bool is_last) {
    if (is_last && is_open_) expect_end();
    flushes_->add(*this);
}

void WebSocketSession::flush() {
    const FrameWriter::Flushed flushed = frame_writer().flush();
    if (is_doubtful() && is_open_) request_pong();
    if (flushed == FrameWriter::Flushed::failed) {
        drop();
    } else if (flushed == FrameWriter::Flushed::all) {
        emptied_.notify();
    } else if (!is_flushing_rest_) {
        is_flushing_rest_ = true;
        const base::Executor executor = beast_.get_executor();
        base::spawn(executor, "websocket writer", flush_rest(shared_from_this()));
    }
}

Awaitable<void> WebSocketSession::flush_rest(std::shared_ptr<WebSocketSession>) {
    while (!frame_writer().is_empty()) {
        const auto [error] =
            co_await frame_writer().socket().async_wait(Socket::wait_write, base::awaited_tuple);
        if (error) break;
        flush();
    }
    is_flushing_rest_ = false;
}

Awaitable<void> WebSocketSession::shake_hands(std::shared_ptr<WebSocketSession>,
                                              websocket::close_reason reason) {
    while (!is_lost_ && !frame_writer().is_empty()) {
        co_await emptied_.wait();
    }
    if (!is_lost_) {
        const auto [error] = co_await beast_.async_close(reason, base::awaited_tuple);
        if (error) {
            base::log::debug("websocket-close-failed", "websocket close failed",
                             {{"request", id_}});
        }
        lose();
    }
    is_shaking_hands_ = false;
    closed_.notify();
}

}  // namespace tanbo::net

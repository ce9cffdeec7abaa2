#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "server/net/socket.hpp"
#include "server/net/websocket/send_queue.hpp"

// For sources of this folder only.
namespace tanbo::net {

// A WebSocket's TCP socket with two writers. Beast's control frames pass through as they are; the
// messages of a send queue are framed here. A server's frames are not masked, so a message's bytes
// serve all who get it, and several messages go out by one call of the kernel. Frames are written
// whole, one after the other. Thread: the connection's.
class FrameWriter {
public:
    enum class Flushed { all, some, failed };

    class Owner {
    public:
        virtual ~Owner() = default;
        // A control frame waits for flush(). After the last one, a close frame, there are to be
        // no further messages.
        virtual void on_control_frame(bool is_last) = 0;
    };

    // Requires: the socket does not block.
    FrameWriter(Socket socket, SendQueue& send_queue, Owner& owner);

    // Writes what the kernel takes at once; `some`: there is more.
    Flushed flush();
    void prefetch() const;
    bool is_empty() const { return !begun_ && controls_.empty() && send_queue_.is_empty(); }
    // Since when the kernel has not taken a whole frame; the end of time if none waits for it.
    SteadyTime blocked_since() const { return blocked_since_; }
    // Forgets what is queued; the rest of a message that is half written stays.
    void forget_messages() { send_queue_.clear(); }
    // Forgets everything and closes.
    void close();

    // --- what Beast asks of a stream ---
    using executor_type = base::Executor;
    executor_type get_executor() { return socket_.get_executor(); }
    Socket& socket() { return socket_; }

    template <class Buffers, class Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return socket_.async_read_some(buffers, std::forward<Token>(token));
    }

    // Takes all of the buffers as one frame, and completes when it is written.
    template <class Buffers, class Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        const auto start = [this](auto handler, std::string bytes) {
            put({std::move(bytes), 0, Done(std::move(handler))});
        };
        std::string bytes;
        bytes.reserve(frame_bytes_usual);
        for (const boost::asio::const_buffer buffer : boost::beast::buffers_range_ref(buffers)) {
            bytes.append(static_cast<const char*>(buffer.data()), buffer.size());
        }
        return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(start, token,
                                                                                 std::move(bytes));
    }

private:
    // FIN and the opcode. Source: RFC 6455, 5.2.
    static constexpr char close_frame = '\x88';
    // Beast's answer to an upgrade takes as much.
    static constexpr std::size_t frame_bytes_usual = 256;

    using Done = boost::asio::any_completion_handler<void(error_code, std::size_t)>;

    struct Control {
        std::string bytes;
        std::size_t written = 0;
        Done done;
        bool is_close() const { return bytes.front() == close_frame; }
    };

    void put(Control control);
    void complete(Control control, error_code error);
    // Whether a control frame goes before the messages that wait. A close frame is the last.
    bool is_control_next() const {
        return !controls_.empty() && (!controls_.front().is_close() || send_queue_.is_empty());
    }
    std::size_t write_some(error_code& error);
    void count(std::size_t written);
    std::size_t count_message(std::size_t written);

    Socket socket_;
    SendQueue& send_queue_;
    Owner& owner_;
    std::vector<Control> controls_;
    Bytes begun_;  // a message that is half written
    std::size_t begun_written_ = 0;
    SteadyTime blocked_since_ = SteadyTime::max();
};

// Beast ends the TCP connection by this after a closing handshake.
template <class Handler>
void async_teardown(boost::beast::role_type role, FrameWriter& frame_writer, Handler&& handler) {
    using boost::beast::websocket::async_teardown;
    async_teardown(role, frame_writer.socket(), std::forward<Handler>(handler));
}

// Beast ends it by this if its own timer runs out.
inline void beast_close_socket(FrameWriter& frame_writer) {
    frame_writer.close();
}

}  // namespace tanbo::net

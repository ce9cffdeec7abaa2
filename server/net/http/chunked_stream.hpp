#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>

#include "server/net/connection_handler.hpp"
#include "server/net/websocket/send_queue.hpp"
#include "server/net/worker.hpp"
#include "server/net/write_progress.hpp"

namespace tanbo::net {

// A response body that is written as it comes into being, in chunks (until the end of the
// connection for HTTP/1.0). One coroutine empties the queue, one waits for the peer's going.
class ChunkedStream final : public BodyStream,
                            public ConnectionHandler,
                            public std::enable_shared_from_this<ChunkedStream> {
public:
    ChunkedStream(Worker& worker, Socket& socket, WriteProgress& progress,
                  boost::beast::flat_buffer& unread, bool is_chunked, std::string heartbeat);

    // Runs the producer to its end and sends what it left. True if all was sent: the connection can
    // be used again.
    base::Awaitable<bool> run(const Producer& producer);

    // --- BodyStream ---
    bool send(Bytes bytes) override;
    base::Awaitable<bool> write(Bytes bytes) override;
    bool is_closed() const override { return is_closed_; }
    void on_closed(std::function<void()> callback) override { callback_ = std::move(callback); }

    // --- ConnectionHandler ---
    void sweep(SteadyTime now) override;
    void drain(CloseCode code) override;
    void drop() override;
    void drop_slow() override;

private:
    base::Awaitable<void> empty(std::shared_ptr<ChunkedStream> self);
    base::Awaitable<void> write_pieces();
    base::Awaitable<void> write(std::span<boost::asio::const_buffer> buffers);
    base::Awaitable<void> write_last_chunk();
    base::Awaitable<void> read_ahead(std::shared_ptr<ChunkedStream> self);
    // No more from the producer; what is queued goes out.
    void close();

    Worker& worker_;
    Socket& socket_;
    WriteProgress& progress_;
    boost::beast::flat_buffer& unread_;
    const bool is_chunked_;
    const Bytes heartbeat_;
    SendQueue send_queue_;
    std::function<void()> callback_;
    base::Signal emptied_;
    base::Signal read_out_;
    bool is_closed_ = false;
    bool is_at_end_ = false;  // the producer has returned
    bool is_lost_ = false;    // nothing more can be sent
    bool is_emptied_ = false;
    bool is_read_out_ = false;
    bool is_writing_ = false;
    SteadyTime last_sent_;
};

}  // namespace tanbo::net

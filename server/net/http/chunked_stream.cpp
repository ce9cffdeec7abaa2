#include "server/net/http/chunked_stream.hpp"

#include <array>
#include <charconv>

#include "server/base/log.hpp"
#include "server/base/threads/async.hpp"

namespace tanbo::net {
namespace {

constexpr std::size_t pieces_per_write = 32;

std::string chunk_header(std::size_t size) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), size, 16).ptr;
    return std::string(digits.data(), end) + "\r\n";
}

}  // namespace

ChunkedStream::ChunkedStream(Worker& worker, Socket& socket, WriteProgress& progress,
                             boost::beast::flat_buffer& unread, bool is_chunked,
                             std::string heartbeat)
    : worker_(worker),
      socket_(socket),
      progress_(progress),
      unread_(unread),
      is_chunked_(is_chunked),
      heartbeat_(std::make_shared<const std::string>(std::move(heartbeat))),
      send_queue_(worker.limits()),
      last_sent_(std::chrono::steady_clock::now()) {}

base::Awaitable<bool> ChunkedStream::run(const Producer& producer) {
    const base::Executor executor = socket_.get_executor();
    base::spawn(executor, "stream writer", empty(shared_from_this()));
    base::spawn(executor, "stream end", read_ahead(shared_from_this()));
    std::string failure;
    try {
        co_await producer(*this);
    } catch (...) {
        failure = base::describe_exception();
    }
    if (!failure.empty()) {
        // The head is gone already: a body without its last chunk is all that can tell the client.
        base::log::error("stream-failed", "stream failed", {{"error", failure}});
        drop();
    }
    callback_ = nullptr;
    is_closed_ = true;
    is_at_end_ = true;
    send_queue_.wake();
    while (!is_emptied_) {
        co_await emptied_.wait();
    }
    error_code ignored;
    if (!is_lost_) socket_.cancel(ignored);
    while (!is_read_out_) {
        co_await read_out_.wait();
    }
    co_return !is_lost_;
}

bool ChunkedStream::send(Bytes bytes) {
    if (is_closed_) return false;
    if (!send_queue_.fits(bytes)) {
        drop_slow();
        return false;
    }
    if (!bytes->empty()) send_queue_.push(std::move(bytes));
    return true;
}

base::Awaitable<bool> ChunkedStream::write(Bytes bytes) {
    while (!is_closed_ && !send_queue_.is_half_empty()) {
        co_await send_queue_.drained.wait();
    }
    co_return send(std::move(bytes));
}

void ChunkedStream::sweep(SteadyTime now) {
    if (progress_.is_stalled(socket_, is_writing_, now, worker_.limits())) {
        drop_slow();
        return;
    }
    if (is_writing_ || now - last_sent_ < worker_.limits().stream_heartbeat || heartbeat_->empty())
        return;
    send(heartbeat_);
}

void ChunkedStream::drain(CloseCode) {
    close();
}

void ChunkedStream::drop() {
    is_lost_ = true;
    send_queue_.clear();
    error_code ignored;
    socket_.close(ignored);
    close();
}

// Also what the kernel holds for it.
void ChunkedStream::drop_slow() {
    worker_.shared().metrics.slow_clients.add();
    abort(socket_);
    drop();
}

void ChunkedStream::close() {
    send_queue_.wake();
    if (is_closed_) return;
    is_closed_ = true;
    if (callback_) boost::asio::post(socket_.get_executor(), std::exchange(callback_, nullptr));
}

base::Awaitable<void> ChunkedStream::empty(std::shared_ptr<ChunkedStream>) {
    while (!is_lost_ && !(is_at_end_ && send_queue_.is_empty())) {
        if (send_queue_.is_empty()) {
            co_await send_queue_.filled.wait();
        } else {
            co_await write_pieces();
        }
    }
    if (!is_lost_ && is_chunked_) {
        co_await write_last_chunk();
    }
    is_emptied_ = true;
    emptied_.notify();
}

base::Awaitable<void> ChunkedStream::write_last_chunk() {
    std::array buffers{boost::asio::const_buffer("0\r\n\r\n", 5)};
    co_await write(buffers);
}

base::Awaitable<void> ChunkedStream::write(std::span<boost::asio::const_buffer> buffers) {
    is_writing_ = true;
    progress_.begin(std::chrono::steady_clock::now());
    const error_code error = co_await write_all(socket_, buffers, progress_);
    is_writing_ = false;
    last_sent_ = std::chrono::steady_clock::now();
    if (error) drop();
}

// As many pieces as there are, in one chunk and one call of the kernel.
base::Awaitable<void> ChunkedStream::write_pieces() {
    const std::vector<Bytes> pieces = send_queue_.take(pieces_per_write);
    std::vector<boost::asio::const_buffer> buffers;
    std::size_t total = 0;
    for (const Bytes& piece : pieces) total += piece->size();
    const std::string header = chunk_header(total);
    if (is_chunked_) buffers.emplace_back(boost::asio::buffer(header));
    for (const Bytes& piece : pieces) buffers.emplace_back(boost::asio::buffer(*piece));
    if (is_chunked_) buffers.emplace_back(boost::asio::buffer("\r\n", 2));
    co_await write(buffers);
}

// Reads ahead, within the maximum of a head, only to see the end. Half a close counts as the end:
// no client waits for events with its sending side shut.
base::Awaitable<void> ChunkedStream::read_ahead(std::shared_ptr<ChunkedStream>) {
    while (!is_lost_ && !is_emptied_ && unread_.size() < worker_.limits().head_bytes_max) {
        const auto buffer = unread_.prepare(1024);
        const auto [error, size] = co_await socket_.async_read_some(buffer, base::awaited_tuple);
        unread_.commit(size);
        if (error) {
            if (!is_emptied_) drop();
            break;
        }
    }
    is_read_out_ = true;
    read_out_.notify();
}

}  // namespace tanbo::net

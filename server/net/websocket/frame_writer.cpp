#include "server/net/websocket/frame_writer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <boost/asio/post.hpp>
#include <boost/container/static_vector.hpp>

namespace tanbo::net {
namespace {

constexpr std::size_t messages_per_write = 16;
constexpr std::uint8_t final_text_frame = 0x81;
constexpr std::size_t short_bytes_max = 125;
constexpr std::size_t medium_bytes_max = 0xFFFF;

// The head of an unmasked frame of text. Source: RFC 6455, 5.2.
class FrameHead {
public:
    explicit FrameHead(std::size_t payload_bytes) {
        push(final_text_frame);
        if (payload_bytes <= short_bytes_max) {
            push(payload_bytes);
        } else if (payload_bytes <= medium_bytes_max) {
            push(126);
            push_number(payload_bytes, 2);
        } else {
            push(127);
            push_number(payload_bytes, 8);
        }
    }

    boost::asio::const_buffer buffer() const { return {bytes_.data(), size_}; }
    std::size_t size() const { return size_; }

private:
    void push(std::size_t byte) { bytes_[size_++] = static_cast<std::uint8_t>(byte); }
    void push_number(std::size_t number, int bytes) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) push((number >> shift) & 0xFF);
    }

    std::array<std::uint8_t, 10> bytes_{};
    std::size_t size_ = 0;
};

std::size_t frame_bytes(const Bytes& message) {
    return FrameHead(message->size()).size() + message->size();
}

// The buffers of one call of the kernel. Some of them lie in its own heads, so it stays in place.
class Frames {
public:
    Frames() = default;
    Frames(const Frames&) = delete;
    Frames& operator=(const Frames&) = delete;

    bool is_full() const { return heads_.size() == heads_.capacity(); }
    void add(boost::asio::const_buffer bytes) { buffers_.push_back(bytes); }
    void add_message(const Bytes& message, std::size_t written = 0) {
        const FrameHead& head = heads_.emplace_back(message->size());
        const std::size_t of_head = std::min(written, head.size());
        add(head.buffer() + of_head);
        add(boost::asio::buffer(*message) + (written - of_head));
    }

    auto begin() const { return buffers_.begin(); }
    auto end() const { return buffers_.end(); }

private:
    boost::container::static_vector<FrameHead, messages_per_write> heads_;
    boost::container::static_vector<boost::asio::const_buffer, 2 * messages_per_write + 1> buffers_;
};

}  // namespace

FrameWriter::FrameWriter(Socket socket, SendQueue& send_queue, Owner& owner)
    : socket_(std::move(socket)), send_queue_(send_queue), owner_(owner) {}

FrameWriter::Flushed FrameWriter::flush() {
    error_code error;
    while (!is_empty() && !error) count(write_some(error));
    if (is_empty()) {
        blocked_since_ = SteadyTime::max();
        return Flushed::all;
    }
    if (error != boost::asio::error::would_block) return Flushed::failed;
    if (blocked_since_ == SteadyTime::max()) blocked_since_ = std::chrono::steady_clock::now();
    return Flushed::some;
}

void FrameWriter::prefetch() const {
    constexpr std::size_t line_bytes = 64;
    const char* const bytes = reinterpret_cast<const char*>(this);
    for (std::size_t at = 0; at < sizeof *this; at += line_bytes) __builtin_prefetch(bytes + at);
}

void FrameWriter::close() {
    send_queue_.clear();
    begun_.reset();
    for (Control& control : std::exchange(controls_, {})) {
        complete(std::move(control), boost::asio::error::operation_aborted);
    }
    error_code ignored;
    socket_.close(ignored);
}

void FrameWriter::put(Control control) {
    const bool is_last = control.is_close();
    controls_.push_back(std::move(control));
    owner_.on_control_frame(is_last);
}

void FrameWriter::complete(Control control, error_code error) {
    const std::size_t size = control.bytes.size();
    boost::asio::post(get_executor(), [done = std::move(control.done), error, size]() mutable {
        std::move(done)(error, size);
    });
}

std::size_t FrameWriter::write_some(error_code& error) {
    Frames frames;
    const bool is_control = is_control_next();
    if (begun_) frames.add_message(begun_, begun_written_);
    if (!begun_ && is_control) {
        const Control& first = controls_.front();
        frames.add(boost::asio::buffer(first.bytes) + first.written);
    } else if (!is_control) {
        for (std::size_t i = 0; i < send_queue_.size() && !frames.is_full(); ++i) {
            frames.add_message(send_queue_.at(i));
        }
    }
    return socket_.write_some(frames, error);
}

void FrameWriter::count(std::size_t written) {
    if (written == 0) return;
    if (!begun_ && is_control_next()) {
        Control& first = controls_.front();
        first.written += written;
        if (first.written < first.bytes.size()) return;
        complete(std::move(first), {});
        controls_.erase(controls_.begin());
        blocked_since_ = SteadyTime::max();
        return;
    }
    while (written > 0) written = count_message(written);
}

// The rest of `written` after the message at the front.
std::size_t FrameWriter::count_message(std::size_t written) {
    if (!begun_) {
        begun_ = send_queue_.take_one();
        begun_written_ = 0;
    }
    const std::size_t size = frame_bytes(begun_);
    const std::size_t taken = std::min(written, size - begun_written_);
    begun_written_ += taken;
    if (begun_written_ == size) {
        begun_.reset();
        blocked_since_ = SteadyTime::max();
    }
    return written - taken;
}

}  // namespace tanbo::net

#include "tests/bench/load/wire.hpp"

#include <charconv>
#include <stdexcept>
#include <utility>

#include <boost/asio/write.hpp>

namespace tanbo::bench {
namespace {

using base::Awaitable;

constexpr std::size_t read_bytes = 4096;
constexpr unsigned ping_head = 0x89;
constexpr std::string_view empty_pong("\x8A\x80\0\0\0\0", 6);
constexpr std::string_view head_end = "\r\n\r\n";

std::size_t number(std::string_view text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) throw std::runtime_error("no number: " + std::string(text));
    return value;
}

std::string head(std::string_view method, std::string_view path, std::string_view token) {
    std::string text(method);
    text.append(" ").append(path).append(" HTTP/1.1\r\nHost: localhost\r\n");
    if (!token.empty()) text.append("Authorization: Bearer ").append(token).append("\r\n");
    return text;
}

// A masked text frame; a mask of zeros is one.
std::string frame(std::string_view message) {
    if (message.size() > 125) throw std::runtime_error("the generator sends short messages");
    std::string bytes = {'\x81', static_cast<char>(0x80 | message.size()), 0, 0, 0, 0};
    return bytes.append(message);
}

unsigned byte_at(std::string_view bytes, std::size_t i) {
    return static_cast<unsigned char>(bytes[i]);
}

}  // namespace

Wire::Wire(base::Executor executor) : socket_(executor) {}

Awaitable<void> Wire::connect(std::uint16_t port) {
    const boost::asio::ip::tcp::endpoint server(boost::asio::ip::address_v4::loopback(), port);
    co_await socket_.async_connect(server, base::awaited);
    socket_.set_option(boost::asio::ip::tcp::no_delay(true));
}

Awaitable<Answer> Wire::get(std::string path, std::string token) {
    std::string request = head("GET", path, token).append("\r\n");
    co_await write(std::move(request));
    co_return co_await read_answer();
}

Awaitable<Answer> Wire::post(std::string path, std::string token, std::string body) {
    std::string request = head("POST", path, token);
    request.append("Content-Type: application/json\r\nContent-Length: ");
    request.append(std::to_string(body.size())).append(head_end).append(body);
    co_await write(std::move(request));
    co_return co_await read_answer();
}

Awaitable<void> Wire::upgrade(std::string path, std::string subprotocol) {
    std::string request = head("GET", path, "");
    request.append("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    request.append("Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Protocol: ");
    request.append(subprotocol).append(head_end);
    co_await write(std::move(request));
    const Answer answer = co_await read_answer();
    if (answer.status != 101) throw std::runtime_error("no upgrade: " + answer.body);
}

Awaitable<void> Wire::send(std::string message) {
    std::string bytes = frame(message);
    co_await write(std::move(bytes));
}

Awaitable<std::string_view> Wire::receive() {
    co_await fill(2);
    while (byte_at(unread(), 0) == ping_head) {
        co_await answer_ping();
        co_await fill(2);
    }
    co_await fill(4);
    const unsigned first = byte_at(unread(), 0);
    const unsigned length = byte_at(unread(), 1);
    if (first != 0x81 || length > 126) throw std::runtime_error("not a short text message");
    const std::size_t size =
        length < 126 ? length : byte_at(unread(), 2) * 256 + byte_at(unread(), 3);
    const std::size_t begin = length < 126 ? 2 : 4;
    co_await fill(begin + size);
    begin_ += begin + size;
    co_return std::string_view(buffer_).substr(begin_ - size, size);
}

// Pings of this server carry nothing, nor does the answer.
Awaitable<void> Wire::answer_ping() {
    if (byte_at(unread(), 1) != 0) throw std::runtime_error("not an empty ping");
    begin_ += 2;
    co_await write(std::string(empty_pong));
}

Awaitable<void> Wire::write(std::string text) {
    const auto bytes = boost::asio::buffer(text);
    co_await boost::asio::async_write(socket_, bytes, base::awaited);
}

Awaitable<Answer> Wire::read_answer() {
    std::size_t end = unread().find(head_end);
    while (end == std::string_view::npos) {
        co_await fill(unread().size() + 1);
        end = unread().find(head_end);
    }
    const std::string_view fields = unread().substr(0, end + 2);
    Answer answer;
    answer.status = static_cast<int>(number(fields.substr(9)));
    constexpr std::string_view name = "\r\nContent-Length: ";
    const std::size_t field = fields.find(name);
    const std::size_t size =
        field == std::string_view::npos ? 0 : number(fields.substr(field + name.size()));
    begin_ += end + head_end.size();
    co_await fill(size);
    answer.body = unread().substr(0, size);
    begin_ += size;
    co_return answer;
}

Awaitable<void> Wire::fill(std::size_t size) {
    while (unread().size() < size) {
        buffer_.erase(0, std::exchange(begin_, 0));
        const std::size_t had = buffer_.size();
        buffer_.resize(had + read_bytes);
        const auto space = boost::asio::buffer(buffer_.data() + had, read_bytes);
        const std::size_t read = co_await socket_.async_read_some(space, base::awaited);
        buffer_.resize(had + read);
    }
}

std::string_view json_value(std::string_view json, std::string_view key) {
    const std::string name = '"' + std::string(key) + "\":";
    const std::size_t found = json.find(name);
    if (found == std::string_view::npos) throw std::runtime_error("no " + name + std::string(json));
    std::string_view value = json.substr(found + name.size());
    const bool is_text = value.substr(0, 1) == "\"";
    if (is_text) value.remove_prefix(1);
    return value.substr(0, value.find_first_of(is_text ? "\"" : ",}]"));
}

}  // namespace tanbo::bench

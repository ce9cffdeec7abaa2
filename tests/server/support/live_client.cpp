#include "tests/server/support/live_client.hpp"

namespace tanbo::test {
namespace {

constexpr unsigned char opcode_text = 1;
constexpr unsigned char opcode_close = 8;
constexpr unsigned char opcode_ping = 9;
constexpr unsigned char opcode_pong = 10;

unsigned char byte(char c) {
    return static_cast<unsigned char>(c);
}

}  // namespace

LiveClient::LiveClient(std::uint16_t port, const Headers& headers, const std::string& subprotocol,
                       int receive_buffer_bytes)
    : connection_(port, receive_buffer_bytes) {
    std::string request = "GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                          "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    if (!subprotocol.empty()) request += "Sec-WebSocket-Protocol: " + subprotocol + "\r\n";
    for (const auto& [name, value] : headers) request += name + ": " + value + "\r\n";
    connection_.send(request + "\r\n");
    const std::string head = connection_.read_until("\r\n\r\n");
    if (head.size() < 12) return;
    handshake_.status = std::stoi(head.substr(9, 3));
    const std::size_t length = head.find("Content-Length: ");
    if (handshake_.status != 101 && length != std::string::npos) {
        handshake_.body = connection_.read(std::stoul(head.substr(length + 16)));
    }
}

bool LiveClient::send_frame(unsigned char opcode, const std::string& payload) {
    std::string frame;
    frame += static_cast<char>(0x80U | opcode);
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80U | payload.size());
    } else {
        frame += static_cast<char>(0x80U | 126U);
        frame += static_cast<char>(payload.size() >> 8U);
        frame += static_cast<char>(payload.size() & 0xFFU);
    }
    frame += std::string(4, '\0');  // a mask of zeros leaves the payload as it is
    return connection_.send(frame + payload);
}

bool LiveClient::send(const std::string& text) {
    return send_frame(opcode_text, text);
}

void LiveClient::close() {
    send_frame(opcode_close, std::string("\x03\xE8", 2));
}

std::optional<nlohmann::json> LiveClient::next() {
    for (;;) {
        const std::string head = connection_.read(2);
        if (head.size() < 2) return std::nullopt;
        std::size_t length = byte(head[1]);
        if (length >= 126) {
            std::size_t bytes = length == 126 ? 2 : 8;
            length = 0;
            for (const char c : connection_.read(bytes)) length = length * 256 + byte(c);
        }
        const std::string payload = connection_.read(length);
        const unsigned opcode = byte(head[0]) & 0x0FU;
        if (opcode == opcode_text) return nlohmann::json::parse(payload);
        if (opcode == opcode_ping) send_frame(opcode_pong, payload);
        if (opcode == opcode_close && payload.size() >= 2) {
            close_code_ = byte(payload[0]) * 256 + byte(payload[1]);
            send_frame(opcode_close, payload.substr(0, 2));
        }
    }
}

nlohmann::json LiveClient::ask(nlohmann::json request) {
    const int id = ++last_id_;
    request["id"] = id;
    send(request);
    while (auto message = next()) {
        if (message->value("re", 0) == id) return *message;
    }
    return {};
}

}  // namespace tanbo::test

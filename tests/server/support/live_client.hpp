#pragma once

#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/server/support/connection.hpp"
#include "tests/server/support/http_client.hpp"

namespace tanbo::test {

// A WebSocket client of a few lines: text messages of at most 64 KiB out, unfragmented ones in.
class LiveClient {
public:
    // receive_buffer_bytes: the kernel's, if not 0.
    explicit LiveClient(std::uint16_t port, const Headers& headers = {},
                        const std::string& subprotocol = "tanbo.v1+json",
                        int receive_buffer_bytes = 0);

    // 101 if the socket is open.
    const Answer& handshake() const { return handshake_; }

    // False if the server has gone.
    bool send(const std::string& text);
    bool send(const nlohmann::json& message) { return send(message.dump()); }
    void close();

    // The next message, or nothing once the server has closed; then close_code() says why.
    std::optional<nlohmann::json> next();
    // Sends and reads on until the answer to it comes; what came before is dropped.
    nlohmann::json ask(nlohmann::json request);
    int close_code() const { return close_code_; }

private:
    bool send_frame(unsigned char opcode, const std::string& payload);

    Connection connection_;
    Answer handshake_;
    int close_code_ = 0;
    int last_id_ = 0;
};

}  // namespace tanbo::test

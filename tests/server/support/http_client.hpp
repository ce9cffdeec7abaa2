#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/server/support/connection.hpp"

namespace tanbo::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Answer {
    int status = 0;
    Headers headers;  // names in lower case
    std::string body;

    // The first of that name (in lower case), or "".
    std::string header(std::string_view name) const;
    nlohmann::json json() const { return nlohmann::json::parse(body); }
    std::string code() const { return json().value("code", ""); }
};

// An HTTP/1.1 client that keeps its connection for as long as the server does.
class HttpClient {
public:
    explicit HttpClient(std::uint16_t port) : port_(port) {}

    // Sent with every request from now on.
    void set_header(const std::string& name, const std::string& value);
    void set_token(const std::string& token) { set_header("Authorization", "Bearer " + token); }

    Answer request(const std::string& method, const std::string& target,
                   const Headers& headers = {}, const std::string& body = {});
    Answer get(const std::string& target, const Headers& headers = {});
    // As application/json.
    Answer post(const std::string& target, const std::string& body = "{}", Headers headers = {});

    // Sends bytes as they are and reads one answer.
    Answer exchange(const std::string& bytes);
    bool is_closed() const { return connection_->is_ended(); }

    // Sends a GET and reads the head of an answer with a body that has no end yet.
    Answer open_stream(const std::string& target, const Headers& headers = {});
    // The stream's text up to and with the marker; what came if it ends before.
    std::string read_stream(std::string_view marker);

private:
    std::string head_of(const std::string& method, const std::string& target,
                        const Headers& headers) const;
    Answer read_head();
    void read_body(Answer& answer);
    bool read_chunk();

    std::uint16_t port_;
    Headers always_;
    std::unique_ptr<Connection> connection_;
    std::string stream_;
};

}  // namespace tanbo::test

#include "tests/server/support/http_client.hpp"

#include <algorithm>
#include <cctype>

namespace tanbo::test {
namespace {

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

}  // namespace

std::string Answer::header(std::string_view name) const {
    const auto found = std::ranges::find(headers, name, &Headers::value_type::first);
    return found == headers.end() ? "" : found->second;
}

void HttpClient::set_header(const std::string& name, const std::string& value) {
    std::erase_if(always_, [&name](const auto& header) { return header.first == name; });
    always_.emplace_back(name, value);
}

std::string HttpClient::head_of(const std::string& method, const std::string& target,
                                const Headers& headers) const {
    std::string head = method + " " + target + " HTTP/1.1\r\n";
    const bool has_host = std::ranges::any_of(
        headers, [](const auto& header) { return lower(header.first) == "host"; });
    if (!has_host) head += "Host: 127.0.0.1:" + std::to_string(port_) + "\r\n";
    for (const Headers& list : {always_, headers}) {
        for (const auto& [name, value] : list) head += name + ": " + value + "\r\n";
    }
    return head;
}

Answer HttpClient::request(const std::string& method, const std::string& target,
                           const Headers& headers, const std::string& body) {
    std::string bytes = head_of(method, target, headers);
    if (!body.empty()) bytes += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    bytes += "\r\n" + body;
    const bool is_kept = connection_ && !connection_->is_ended();
    if (!is_kept) connection_ = std::make_unique<Connection>(port_);
    connection_->send(bytes);
    Answer answer = read_head();
    if (is_kept && answer.status == 0) {  // the server had closed it in the meantime
        connection_ = std::make_unique<Connection>(port_);
        connection_->send(bytes);
        answer = read_head();
    }
    if (method != "HEAD") read_body(answer);
    if (answer.header("connection") == "close") connection_.reset();
    return answer;
}

Answer HttpClient::get(const std::string& target, const Headers& headers) {
    return request("GET", target, headers);
}

Answer HttpClient::post(const std::string& target, const std::string& body, Headers headers) {
    headers.emplace_back("Content-Type", "application/json");
    return request("POST", target, headers, body);
}

Answer HttpClient::exchange(const std::string& bytes) {
    if (!connection_) connection_ = std::make_unique<Connection>(port_);
    connection_->send(bytes);
    Answer answer = read_head();
    read_body(answer);
    return answer;
}

Answer HttpClient::read_head() {
    const std::string head = connection_->read_until("\r\n\r\n");
    Answer answer;
    if (head.size() < 12) return answer;
    answer.status = std::stoi(head.substr(9, 3));
    std::size_t line = head.find("\r\n") + 2;
    while (line + 2 < head.size()) {
        const std::size_t end = head.find("\r\n", line);
        const std::size_t colon = head.find(':', line);
        answer.headers.emplace_back(lower(head.substr(line, colon - line)),
                                    head.substr(colon + 2, end - colon - 2));
        line = end + 2;
    }
    return answer;
}

void HttpClient::read_body(Answer& answer) {
    const std::string length = answer.header("content-length");
    if (!length.empty()) {
        answer.body = connection_->read(std::stoul(length));
    } else if (answer.header("transfer-encoding") == "chunked") {
        stream_.clear();
        while (read_chunk()) {
        }
        answer.body = std::move(stream_);
    }
}

bool HttpClient::read_chunk() {
    const std::string line = connection_->read_until("\r\n");
    if (line.empty()) return false;
    const std::size_t bytes = std::stoul(line, nullptr, 16);
    stream_ += connection_->read(bytes);
    connection_->read(2);
    return bytes > 0;
}

Answer HttpClient::open_stream(const std::string& target, const Headers& headers) {
    connection_ = std::make_unique<Connection>(port_);
    connection_->send(head_of("GET", target, headers) + "\r\n");
    stream_.clear();
    return read_head();
}

std::string HttpClient::read_stream(std::string_view marker) {
    std::size_t at = stream_.find(marker);
    while (at == std::string::npos && read_chunk()) at = stream_.find(marker);
    const std::size_t end = at == std::string::npos ? stream_.size() : at + marker.size();
    std::string text = stream_.substr(0, end);
    stream_.erase(0, end);
    return text;
}

}  // namespace tanbo::test

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tanbo::cli {

inline constexpr std::size_t sse_line_bytes_max = std::size_t{4} * 1024 * 1024;

struct ServerEvent {
    std::string id;
    std::string type;
    std::string data;
};

// Turns the bytes of a text/event-stream into events, however they are cut.
// Source: HTML Living Standard, "Server-sent events", "Parsing an event stream".
class EventStreamParser {
public:
    explicit EventStreamParser(std::function<void(const ServerEvent&)> on_event);

    // False if a line is longer than sse_line_bytes_max: the stream is not to be trusted.
    bool feed(std::string_view bytes);

private:
    void on_line(std::string_view line);

    std::function<void(const ServerEvent&)> on_event_;
    std::string line_;
    bool was_carriage_return_ = false;
    std::string last_id_;
    std::string type_;
    std::string data_;
    bool has_data_ = false;
};

}  // namespace tanbo::cli

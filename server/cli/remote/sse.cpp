#include "server/cli/remote/sse.hpp"

#include <utility>

namespace tanbo::cli {

EventStreamParser::EventStreamParser(std::function<void(const ServerEvent&)> on_event)
    : on_event_(std::move(on_event)) {}

bool EventStreamParser::feed(std::string_view bytes) {
    for (const char c : bytes) {
        const bool ends_pair = was_carriage_return_ && c == '\n';
        was_carriage_return_ = c == '\r';
        if (ends_pair) continue;
        if (c == '\n' || c == '\r') {
            on_line(line_);
            line_.clear();
        } else if (line_.size() == sse_line_bytes_max) {
            return false;
        } else {
            line_.push_back(c);
        }
    }
    return true;
}

void EventStreamParser::on_line(std::string_view line) {
    if (line.empty()) {
        if (has_data_) on_event_({last_id_, type_, data_});
        type_.clear();
        data_.clear();
        has_data_ = false;
        return;
    }
    const std::size_t colon = line.find(':');
    const std::string_view field = line.substr(0, colon);
    std::string_view value;
    if (colon != std::string_view::npos) value = line.substr(colon + 1);
    if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    if (field == "id") last_id_ = value;
    if (field == "event") type_ = value;
    if (field != "data") return;
    if (has_data_) data_ += '\n';
    data_ += value;
    has_data_ = true;
}

}  // namespace tanbo::cli

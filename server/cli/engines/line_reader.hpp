#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::cli {

inline constexpr std::size_t engine_line_bytes_max = 65'536;

// Cuts bytes into lines. A line past the cap is dropped as a whole.
class LineReader {
public:
    void feed(std::string_view bytes) {
        for (const char c : bytes) {
            if (c == '\n') {
                finish();
            } else if (line_.size() < engine_line_bytes_max) {
                line_ += c;
            } else {
                is_too_long_ = true;
            }
        }
    }

    // The input has ended: what it had of a line is one.
    void finish() {
        if (!is_too_long_) lines_.push_back(line_);
        line_.clear();
        is_too_long_ = false;
    }

    std::optional<std::string> next() {
        if (lines_.empty()) return std::nullopt;
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        return line;
    }

private:
    std::string line_;
    std::deque<std::string> lines_;
    bool is_too_long_ = false;
};

}  // namespace tanbo::cli

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/records/replay_line.hpp"

namespace tanbo::cli {

// Cuts the input into lines of games, and hands over each without its end. A line past
// `protocol::replay_line_bytes_max` is handed over once it is past, to be refused, and the rest of
// it is skipped.
class InputLines {
public:
    using Take = std::function<void(std::string_view line)>;

    explicit InputLines(Take take) : take_(std::move(take)) {}

    void feed(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t end = bytes.find('\n');
            add(bytes.substr(0, end));
            if (end == std::string_view::npos) return;
            finish();
            bytes.remove_prefix(end + 1);
        }
    }

    // Ends the last line.
    void finish() {
        if (!is_skipping_) hand_over();
        is_skipping_ = false;
    }

private:
    void add(std::string_view bytes) {
        if (is_skipping_) return;
        line_ += bytes;
        if (line_.size() <= protocol::replay_line_bytes_max) return;
        hand_over();
        is_skipping_ = true;
    }

    void hand_over() {
        take_(line_);
        line_.clear();
    }

    Take take_;
    std::string line_;
    bool is_skipping_ = false;
};

}  // namespace tanbo::cli

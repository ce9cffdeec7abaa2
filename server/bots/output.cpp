#include "server/bots/output.hpp"

#include <utility>

namespace tanbo::bots {

namespace {

constexpr std::string_view token_mark = "tbo_";
constexpr std::string_view hidden = "(a line with a token in it)";
// A mark that the cut would halve is seen as well.
constexpr std::size_t line_bytes_kept = output_line_bytes_max + token_mark.size();

}  // namespace

void Output::add(std::string_view bytes, Time now) {
    if (now - window_ >= output_window) {
        window_ = now;
        shown_ = 0;
    }
    for (const char c : bytes) {
        if (c == '\n') {
            end_line();
        } else if (line_.size() < line_bytes_kept) {
            line_ += c;
        }
    }
}

void Output::end_line() {
    if (line_.empty()) return;
    if (shown_++ >= output_lines_max) {
        ++done_.dropped;
    } else if (line_.find(token_mark) != std::string::npos) {
        done_.lines.emplace_back(hidden);
    } else {
        done_.lines.push_back(line_.substr(0, output_line_bytes_max));
    }
    line_.clear();
}

Output::Lines Output::take() {
    return std::exchange(done_, {});
}

}  // namespace tanbo::bots

#include "server/net/lines/line_splitter.hpp"

#include <algorithm>

namespace tanbo::net {

void LineSplitter::add(std::string_view bytes) {
    buffer_.erase(0, begin_);
    scanned_ -= begin_;
    begin_ = 0;
    buffer_ += bytes;
}

std::optional<Line> LineSplitter::next() {
    while (true) {
        const std::size_t end = buffer_.find_first_of("\r\n", scanned_);
        if (end == std::string::npos) return wait_at(buffer_.size());
        if (buffer_[end] == '\n') {
            if (!skips_) return fail(LineFault::bare_lf, end + 1, true);
            consume(end + 1);
            continue;
        }
        if (end + 1 == buffer_.size()) return wait_at(end);
        if (buffer_[end + 1] != '\n') {
            if (!skips_) return fail(LineFault::bare_cr, end + 1, true);
            consume(end + 1);
            continue;
        }
        if (skips_) {
            skips_ = false;
            consume(end + 2);
            continue;
        }
        const std::size_t size = end - begin_;
        if (size > line_bytes_max_) return fail(LineFault::too_long, end + 2, false);
        const std::string_view text = std::string_view(buffer_).substr(begin_, size);
        consume(end + 2);
        return Line{text, std::nullopt};
    }
}

std::optional<Line> LineSplitter::fail(LineFault fault, std::size_t end, bool skips) {
    consume(end);
    skips_ = skips;
    return Line{{}, fault};
}

// Up to there the line has neither an end nor a bare character.
std::optional<Line> LineSplitter::wait_at(std::size_t scanned) {
    if (skips_) {
        consume(scanned);
        return std::nullopt;
    }
    scanned_ = scanned;
    if (scanned - begin_ <= line_bytes_max_) return std::nullopt;
    return fail(LineFault::too_long, scanned, true);
}

void LineSplitter::consume(std::size_t end) {
    begin_ = end;
    scanned_ = end;
}

}  // namespace tanbo::net

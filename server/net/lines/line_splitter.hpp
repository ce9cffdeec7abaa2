#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::net {

// Faults of a line of a mail protocol. Source: RFC 5321, 2.3.8.
enum class LineFault : std::uint8_t {
    bare_cr,  // a CR without an LF behind it
    bare_lf,  // an LF without a CR before it
    too_long
};

struct Line {
    std::string_view text;           // without its CR LF; empty if there is a fault
    std::optional<LineFault> fault;  // the first one of this line
};

// Cuts what is read into lines, which CR LF ends and nothing else, however the bytes arrive.
//
// A fault is told as soon as it is met. The rest of that line, up to CR LF, is dropped: no part of
// it is ever taken for a line of its own. Holds at most one line and what was added last.
class LineSplitter {
public:
    // The longest line, without its CR LF.
    explicit LineSplitter(std::size_t line_bytes_max) : line_bytes_max_(line_bytes_max) {}

    void add(std::string_view bytes);

    // The next line or fault, or nothing until there is more. Valid until the next call of either.
    std::optional<Line> next();

    // Whether bytes were added that no line has shown yet.
    bool has_more() const { return begin_ < buffer_.size(); }

private:
    std::optional<Line> fail(LineFault fault, std::size_t end, bool skips);
    std::optional<Line> wait_at(std::size_t scanned);
    void consume(std::size_t end);

    const std::size_t line_bytes_max_;
    std::string buffer_;
    std::size_t begin_ = 0;    // of the line, in buffer_
    std::size_t scanned_ = 0;  // up to here there is no end of it, nor a fault
    bool skips_ = false;       // the rest of a line that had a fault
};

}  // namespace tanbo::net

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// A program's output, made fit for the log. Pure.
namespace tanbo::bots {

inline constexpr std::size_t output_line_bytes_max = 300;
inline constexpr int output_lines_max = 20;  // within output_window; what is more is counted
inline constexpr std::chrono::seconds output_window{5};

// Bytes in, lines out. A line that is too long is cut; one in which a token stands is not shown.
class Output {
public:
    struct Lines {
        std::vector<std::string> lines;
        std::size_t dropped = 0;
    };

    using Time = std::chrono::steady_clock::time_point;

    void add(std::string_view bytes, Time now);
    // Those that are complete since the last call.
    Lines take();

private:
    void end_line();

    std::string line_;
    Time window_ = {};  // its beginning
    int shown_ = 0;     // in it
    Lines done_;
};

}  // namespace tanbo::bots

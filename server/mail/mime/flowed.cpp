#include <algorithm>

#include "server/mail/mime/written.hpp"

namespace tanbo::mail::mime {

namespace {

struct FlowedLine {
    std::size_t depth = 0;  // how often it is quoted
    std::string_view text;  // without quote marks and stuffing
    bool is_open = false;   // it goes on in the next line
};

FlowedLine read_flowed(std::string_view line, bool deletes_space) {
    FlowedLine read;
    read.depth = std::min(line.find_first_not_of('>'), line.size());
    line.remove_prefix(read.depth);
    if (line.starts_with(' ')) line.remove_prefix(1);
    read.is_open = line.ends_with(' ') && line != "-- ";
    if (read.is_open && deletes_space) line.remove_suffix(1);
    read.text = line;
    return read;
}

}  // namespace

std::string unwrap_flowed(std::string_view text, bool deletes_space) {
    std::string unwrapped;
    bool is_open = false;
    std::size_t depth = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const FlowedLine line = read_flowed(text.substr(0, end), deletes_space);
        text.remove_prefix(std::min(end + 1, text.size()));
        const bool goes_on = is_open && line.depth == depth && line.text != "-- ";
        if (!goes_on) {
            if (is_open) unwrapped += '\n';
            unwrapped.append(line.depth, '>');
            if (line.depth > 0) unwrapped += ' ';
        }
        unwrapped += line.text;
        is_open = line.is_open;
        depth = line.depth;
        if (!is_open) unwrapped += '\n';
    }
    if (is_open) unwrapped += '\n';
    return unwrapped;
}

}  // namespace tanbo::mail::mime

#pragma once

#include <agg2/agg_path_storage.h>
#include <string_view>

// Letters of the client's font, which is compiled in: pictures look the same on every machine.
namespace tanbo::picture {

// A line of text. Its baseline begins at 0,0, and y goes downwards.
struct Line {
    agg::path_storage path;
    double width = 0;
};

// The text in UTF-8 at a size in pixels an em; a question mark stands for letters that the font
// lacks. Thread: any. Throws: std::runtime_error if the font can't be read.
Line line_of(std::string_view text, double size, bool is_bold);

}  // namespace tanbo::picture

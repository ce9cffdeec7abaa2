#pragma once

#include <cstdint>
#include <string>

// The head of a PNG.
namespace tanbo::picture {

struct PngSize {
    std::uint32_t width;
    std::uint32_t height;
};

// Of the IHDR chunk.
inline PngSize png_size(const std::string& png) {
    const auto number = [&png](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = at; i < at + 4; ++i) {
            value = value << 8U | static_cast<unsigned char>(png.at(i));
        }
        return value;
    };
    return {number(16), number(20)};
}

inline bool is_png(const std::string& png) {
    return png.starts_with("\x89PNG\r\n\x1a\n") && png.find("IEND") == png.size() - 8;
}

}  // namespace tanbo::picture

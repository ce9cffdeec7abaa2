#pragma once

#include <cstdint>
#include <string>

// The answer to sites that show links to games. Source: oembed.com, 2.3.4.4, type "rich".
namespace tanbo::protocol {

struct OEmbed {
    std::string title;
    std::string site;   // "https://tanbo.example"
    std::string frame;  // address of the frame
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::string picture;  // address
    int picture_width = 0;
    int picture_height = 0;
};
std::string encode_oembed(const OEmbed& game);

}  // namespace tanbo::protocol

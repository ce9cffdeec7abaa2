#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"

// The site's own settings, as people read and administrators change them.
namespace tanbo::protocol {

inline constexpr std::size_t site_name_chars_max = 40;
inline constexpr std::size_t front_page_chars_max = 1'000;
inline constexpr std::size_t site_text_chars_max = 10'000;

struct SiteTexts {
    std::string name = {};
    std::string front_page = {};  // plain text
    std::string imprint = {};     // Markdown, as the next three; empty: no such page
    std::string privacy = {};
    std::string contact = {};
    std::string conduct = {};
    bool is_sign_up_open = true;
    bool has_guests = true;
};

struct SiteView {
    std::int64_t seq = 0;  // how often they were saved
    SiteTexts texts;
};
// {"seq","name","front_page","imprint","privacy","contact","conduct","sign_up","guests"}
std::string encode_site(const SiteView& site);

// The same with a "reason"; an empty name means that of the settings file.
struct SiteRequest {
    std::int64_t seq = 0;  // that was seen
    SiteTexts texts;
    std::string reason = "by an administrator";
};
// Errors: malformed_json; invalid_field with its pointer.
Result<SiteRequest> decode_site_request(std::string_view body);

}  // namespace tanbo::protocol

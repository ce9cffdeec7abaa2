#include "protocol/people/site.hpp"

#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/prose.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps site_caps{.bytes = 65'536, .depth = 2, .values = 16};
constexpr std::size_t site_reason_chars_max = 500;

std::optional<bool> parse_sign_up(std::string_view name) {
    if (name == "open") return true;
    if (name == "closed") return false;
    return std::nullopt;
}

std::string read_site_text(const JsonReader& in, std::string_view key, std::size_t chars_max) {
    return read_prose(in.field(key), chars_max, Lines::many);
}

// The name stands in titles and subjects of mails: one line without spaces around it.
std::string read_site_name(const JsonReader& in) {
    std::string name = read_prose(in, site_name_chars_max, Lines::one);
    if (in.is_sound() && !name.empty() && (name.front() == ' ' || name.back() == ' ')) {
        in.refuse("must not begin or end with a space");
    }
    return name;
}

}  // namespace

std::string encode_site(const SiteView& site) {
    const SiteTexts& texts = site.texts;
    JsonWriter out;
    out.begin_object().key("seq").number(site.seq).key("name").text(texts.name);
    out.key("front_page").text(texts.front_page).key("imprint").text(texts.imprint);
    out.key("privacy").text(texts.privacy).key("contact").text(texts.contact);
    out.key("conduct").text(texts.conduct);
    out.key("sign_up").word(texts.is_sign_up_open ? "open" : "closed");
    out.key("guests").boolean(texts.has_guests).end_object();
    return out.take();
}

Result<SiteRequest> decode_site_request(std::string_view body) {
    return decode_with<SiteRequest>(body, site_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"seq", "name", "front_page", "imprint", "privacy", "contact", "conduct",
                        "sign_up", "guests", "reason"});
        SiteRequest request;
        if (in.has("reason"))
            request.reason = read_statement(in.field("reason"), site_reason_chars_max);
        request.seq = in.field("seq").natural32();
        SiteTexts& texts = request.texts;
        texts.name = read_site_name(in.field("name"));
        texts.front_page = read_site_text(in, "front_page", front_page_chars_max);
        texts.imprint = read_site_text(in, "imprint", site_text_chars_max);
        texts.privacy = read_site_text(in, "privacy", site_text_chars_max);
        texts.contact = read_site_text(in, "contact", site_text_chars_max);
        texts.conduct = read_site_text(in, "conduct", site_text_chars_max);
        texts.is_sign_up_open = in.field("sign_up").word(parse_sign_up, "\"open\" or \"closed\"");
        texts.has_guests = in.field("guests").boolean();
        return request;
    });
}

}  // namespace tanbo::protocol

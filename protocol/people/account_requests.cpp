#include "protocol/people/account_requests.hpp"

#include <algorithm>
#include <array>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::size_t local_part_bytes_max = 64;
constexpr std::size_t domain_label_bytes_max = 63;
constexpr std::string_view local_part_marks = "!#$%&'*+/=?^_`{|}~-.";

bool is_local_part(std::string_view text) {
    const bool is_placed_well = !text.empty() && text.size() <= local_part_bytes_max &&
                                text.front() != '.' && text.back() != '.' &&
                                text.find("..") == std::string_view::npos;
    return is_placed_well && std::ranges::all_of(text, [](char c) {
               return is_alphanumeric(c) || local_part_marks.find(c) != std::string_view::npos;
           });
}

bool is_domain_label(std::string_view text) {
    return !text.empty() && text.size() <= domain_label_bytes_max && text.front() != '-' &&
           text.back() != '-' &&
           std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-'; });
}

bool is_domain(std::string_view text) {
    if (text.find('.') == std::string_view::npos) return false;
    while (true) {
        const std::size_t dot = text.find('.');
        if (!is_domain_label(text.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        text.remove_prefix(dot + 1);
    }
}

std::string read_language(const JsonReader& in) {
    const std::string_view tag = in.text(2, language_bytes_max);
    const bool is_tag =
        std::ranges::all_of(tag, [](char c) { return is_alphanumeric(c) || c == '-'; });
    if (in.is_sound() && !is_tag) in.refuse("must be a language tag such as \"en\" or \"de-AT\"");
    return std::string(tag);
}

constexpr std::array<std::string_view, 3> access_words = {"webhooks", "bots", "tokens"};

std::optional<std::size_t> parse_access(std::string_view word) {
    const auto* const found = std::ranges::find(access_words, word);
    if (found == access_words.end()) return std::nullopt;
    return static_cast<std::size_t>(found - access_words.begin());
}

KeptAccess read_kept(const JsonReader& in) {
    std::array<bool, access_words.size()> kept{};
    const std::size_t count = in.elements(0, access_words.size());
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        const std::size_t which =
            in.element(i).word(parse_access, "\"webhooks\", \"bots\" or \"tokens\"");
        if (in.is_sound() && kept.at(which)) in.element(i).refuse("is repeated");
        kept.at(which) = true;
    }
    return {kept[0], kept[1], kept[2]};
}

std::string read_about(const JsonReader& in) {
    const std::string_view about = in.text(0, about_bytes_max);
    const bool has_control = std::ranges::any_of(
        about, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
    if (has_control) in.refuse("must not contain control characters except line feeds");
    return std::string(about);
}

}  // namespace

bool is_mail_address(std::string_view text) {
    const std::size_t at = text.rfind('@');
    return text.size() <= address_bytes_max && at != std::string_view::npos &&
           is_local_part(text.substr(0, at)) && is_domain(text.substr(at + 1));
}

std::string read_mail_address(const JsonReader& in) {
    const std::string_view text = in.text(3, address_bytes_max);
    if (in.is_sound() && !is_mail_address(text)) in.refuse("must be one email address");
    return std::string(text);
}

std::string read_confirmation(const JsonReader& in) {
    if (!in.has("password")) return {};
    return std::string(in.field("password").text(1, password_bytes_max));
}

Result<AddAddress> decode_add_address(std::string_view body) {
    return decode_request<AddAddress>(body, [](const JsonReader& in) {
        in.expect_keys({"address", "password"});
        AddAddress request;
        request.address = read_mail_address(in.field("address"));
        request.password = read_confirmation(in);
        return request;
    });
}

Result<RequestReset> decode_request_reset(std::string_view body) {
    return decode_request<RequestReset>(body, [](const JsonReader& in) {
        RequestReset request;
        if (in.expect_object() && in.has("handle")) {
            in.expect_keys({"handle"});
            request.handle = in.field("handle").text(1, handle_chars_max);
        } else {
            in.expect_keys({"email"});
            request.address = read_mail_address(in.field("email"));
        }
        return request;
    });
}

Result<CreateSession> decode_create_session(std::string_view body) {
    return decode_request<CreateSession>(body, [](const JsonReader& in) {
        CreateSession session;
        session.is_guest = in.expect_object() && in.has("guest");
        if (session.is_guest) {
            in.expect_keys({"guest", "label"});
            if (!in.field("guest").boolean()) in.field("guest").refuse("must be true");
            if (in.has("label")) session.label = read_label(in.field("label"));
            return session;
        }
        in.expect_keys({"handle", "password", "label"});
        session.handle = in.field("handle").text(1, handle_chars_max);
        session.password = in.field("password").text(1, password_bytes_max);
        if (in.has("label")) session.label = read_label(in.field("label"));
        return session;
    });
}

Result<ChangePassword> decode_change_password(std::string_view body) {
    return decode_request<ChangePassword>(body, [](const JsonReader& in) {
        in.expect_keys({"password", "new_password", "keep"});
        ChangePassword change;
        change.password = read_confirmation(in);
        change.new_password = read_password(in.field("new_password"));
        if (in.has("keep")) change.keep = read_kept(in.field("keep"));
        return change;
    });
}

Result<Upgrade> decode_upgrade(std::string_view body) {
    return decode_request<Upgrade>(body, [](const JsonReader& in) {
        in.expect_keys({"handle", "password", "email"});
        Upgrade upgrade;
        upgrade.handle = read_new_handle(in.field("handle"));
        upgrade.password = read_password(in.field("password"));
        if (in.has("email")) upgrade.address = read_mail_address(in.field("email"));
        return upgrade;
    });
}

Result<CreateBot> decode_create_bot(std::string_view body) {
    return decode_request<CreateBot>(body, [](const JsonReader& in) {
        in.expect_keys({"handle", "password"});
        CreateBot request;
        request.handle = read_new_handle(in.field("handle"));
        request.password = read_confirmation(in);
        return request;
    });
}

Result<PutProfile> decode_put_profile(std::string_view body) {
    return decode_request<PutProfile>(body, [](const JsonReader& in) {
        in.expect_keys({"time_zone", "language", "about", "sleep"});
        PutProfile profile;
        profile.time_zone = in.field("time_zone").text(1, word_bytes_max);
        profile.language = read_language(in.field("language"));
        if (in.has("about")) profile.about = read_about(in.field("about"));
        if (const auto sleep = in.optional_field("sleep")) profile.sleep = read_sleep(*sleep);
        return profile;
    });
}

Result<PutVacation> decode_put_vacation(std::string_view body) {
    return decode_request<PutVacation>(body, [](const JsonReader& in) {
        in.expect_keys({"from", "until"});
        return PutVacation{std::string(in.field("from").text(1, word_bytes_max)),
                           std::string(in.field("until").text(1, word_bytes_max))};
    });
}

Result<DeleteMe> decode_delete_me(std::string_view body) {
    return decode_optional_request<DeleteMe>(body, [](const JsonReader& in) {
        in.expect_keys({"password"});
        return DeleteMe{read_confirmation(in)};
    });
}

Result<Confirmation> decode_confirmation(std::string_view body) {
    return decode_optional_request<Confirmation>(body, [](const JsonReader& in) {
        in.expect_keys({"password"});
        return Confirmation{read_confirmation(in)};
    });
}

}  // namespace tanbo::protocol

#include "protocol/tournaments/clubs.hpp"

#include "protocol/games/events.hpp"
#include "protocol/games/request_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/page_json.hpp"
#include "protocol/json/prose.hpp"

namespace tanbo::protocol {

namespace {

std::optional<bool> parse_club_entry(std::string_view word) {
    if (word == "open") return false;
    if (word == "approval") return true;
    return std::nullopt;
}

ClubRequest read_club(const JsonReader& in) {
    in.expect_keys({"name", "about", "entry"});
    ClubRequest club;
    if (in.has("name")) club.name = read_statement(in.field("name"), club_name_chars_max);
    if (in.has("about")) {
        club.about = read_prose(in.field("about"), club_about_chars_max, Lines::many);
    }
    if (in.has("entry")) {
        club.needs_approval = in.field("entry").word(parse_club_entry, R"("open" or "approval")");
    }
    return club;
}

void write_club(JsonWriter& out, const ClubView& club) {
    out.begin_object().key("id").id(club.id).key("name").text(club.name);
    out.key("about").text(club.about);
    out.key("entry").word(club.needs_approval ? "approval" : "open");
    out.key("members").number(club.members);
    out.key("created_at").word(format_instant(club.created_at)).key("you");
    if (club.role) {
        out.begin_object().key("role").word(*club.role).end_object();
    } else {
        out.null();
    }
    if (club.organisers) {
        out.key("organisers").begin_array();
        for (const std::string& handle : *club.organisers) out.text(handle);
        out.end_array();
    }
    out.end_object();
}

void write_club_member(JsonWriter& out, const ClubMemberView& member) {
    out.begin_object().key("handle").text(member.handle).key("role").word(member.role);
    out.key("since").word(format_instant(member.since)).end_object();
}

}  // namespace

Error no_such_club(ClubId id) {
    return refusal(Code::no_such_club, "Club " + to_string(id) + " does not exist.");
}

Error not_an_organiser_of(ClubId id) {
    return refusal(Code::not_an_organiser,
                   "Only organisers of club " + to_string(id) + " can do this.");
}

Result<ClubRequest> decode_create_club(std::string_view body) {
    return decode_request<ClubRequest>(body, [](const JsonReader& in) {
        in.field("name");
        return read_club(in);
    });
}

Result<ClubRequest> decode_change_club(std::string_view body) {
    return decode_request<ClubRequest>(body, read_club);
}

std::string encode_club(const ClubView& club) {
    JsonWriter out(256 + club.about.size());
    write_club(out, club);
    return out.take();
}

std::string encode_club_page(std::span<const ClubView> clubs,
                             const std::optional<std::string>& next_cursor) {
    return encode_page("clubs", clubs, next_cursor, write_club, 512);
}

std::string encode_club_members(std::span<const ClubMemberView> members,
                                const std::optional<std::string>& next_cursor) {
    return encode_page("members", members, next_cursor, write_club_member, 96);
}

}  // namespace tanbo::protocol

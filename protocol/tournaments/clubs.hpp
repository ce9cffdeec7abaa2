#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Clubs: people who play together.
namespace tanbo::protocol {

inline constexpr std::size_t club_name_chars_max = 60;
inline constexpr std::size_t club_about_chars_max = 2000;

// The refusal that there is no such club.
Error no_such_club(ClubId id);
// The refusal of an act that only its organisers may do.
Error not_an_organiser_of(ClubId id);

// Settings that are not given stay as they are.
struct ClubRequest {
    std::optional<std::string> name = {};
    std::optional<std::string> about = {};
    std::optional<bool> needs_approval = {};
};

// Errors of both: malformed_json; invalid_field with its pointer. A new club needs a name.
Result<ClubRequest> decode_create_club(std::string_view body);
Result<ClubRequest> decode_change_club(std::string_view body);

struct ClubView {
    ClubId id{};
    std::string name;
    std::string about;
    bool needs_approval = false;
    std::int64_t members = 0;
    engine::Instant created_at;
    // The viewer's part: "asked", "member" or "organiser". Nothing: none, or unknown.
    std::optional<std::string_view> role = {};
    std::optional<std::vector<std::string>> organisers = {};  // of a club that is shown alone
};
// {"id","name","about","entry":"open" or "approval","members","created_at","you":null or
//  {"role"},["organisers":[...]]}
std::string encode_club(const ClubView& club);
// {"clubs":[...],"next"}
std::string encode_club_page(std::span<const ClubView> clubs,
                             const std::optional<std::string>& next_cursor);

struct ClubMemberView {
    std::string handle;
    std::string_view role;
    engine::Instant since;
};
// {"members":[{"handle","role","since"}],"next"}
std::string encode_club_members(std::span<const ClubMemberView> members,
                                const std::optional<std::string>& next_cursor);

}  // namespace tanbo::protocol

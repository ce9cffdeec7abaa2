#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/time/instant.hpp"

// Players as everybody sees them.
namespace tanbo::protocol {

struct PlayerView {
    std::string handle;
    std::string_view kind;  // "guest", "member", "bot"
    engine::Instant created_at;
    bool is_online = false;  // connected, and told of their own notices
};

struct PlayerRating {
    std::string family;  // a setup's id
    std::int64_t rating = 0;
    std::int64_t deviation = 0;
    bool is_provisional = true;
    std::int64_t games = 0;
};

// {"players":[{"handle","kind","created_at","online"}],"next":cursor}
std::string encode_player_page(std::span<const PlayerView> players,
                               const std::optional<std::string>& next_cursor);

struct RatedPlayer {
    PlayerView player;
    std::vector<PlayerRating> ratings;  // by family
};

// The same with "ratings":[{"family","rating","deviation","provisional","games"}] of each.
std::string encode_rated_players(std::span<const RatedPlayer> players);

struct ProfileView {
    PlayerView player;
    // The player's words about themselves.
    std::string language;
    std::string about;
    // Games that began and are over: those that they finished, and those that they left.
    std::int64_t finished = 0;
    std::int64_t left = 0;
    std::optional<int> percent;  // nothing before the first
    // Games now, and how the finished ones ended.
    std::int64_t active = 0;
    std::int64_t won = 0;
    std::int64_t lost = 0;
    std::int64_t none = 0;
    std::vector<PlayerRating> ratings;  // by family
    // The clubs that they are in, by number.
    struct Club {
        ClubId id{};
        std::string name;
    };
    std::vector<Club> clubs = {};
};

// {"handle","kind","level" of a house bot,"created_at","online","language","about",
//  "games":{"active","won","lost","none"},
//  "reliability":{"finished","left","percent"},
//  "ratings":[{"family","rating","deviation","provisional","games"}],"clubs":[{"id","name"}]}
std::string encode_profile(const ProfileView& profile);

}  // namespace tanbo::protocol

#include "protocol/people/players.hpp"

#include "protocol/games/events.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/json/page_json.hpp"

namespace tanbo::protocol {

namespace {

void write_player(JsonWriter& out, const PlayerView& player) {
    out.key("handle").text(player.handle).key("kind").word(player.kind);
    if (const auto level = bot_level(player.handle)) out.key("level").number(*level);
    out.key("created_at").word(format_instant(player.created_at));
    out.key("online").boolean(player.is_online);
}

void write_rating(JsonWriter& out, const PlayerRating& rating) {
    out.begin_object().key("family").text(rating.family);
    out.key("rating").number(rating.rating).key("deviation").number(rating.deviation);
    out.key("provisional").boolean(rating.is_provisional);
    out.key("games").number(rating.games).end_object();
}

void write_ratings(JsonWriter& out, std::span<const PlayerRating> ratings) {
    out.key("ratings").begin_array();
    for (const PlayerRating& rating : ratings) write_rating(out, rating);
    out.end_array();
}

void write_listed(JsonWriter& out, const PlayerView& player) {
    out.begin_object();
    write_player(out, player);
    out.end_object();
}

void write_rated(JsonWriter& out, const RatedPlayer& listed) {
    out.begin_object();
    write_player(out, listed.player);
    write_ratings(out, listed.ratings);
    out.end_object();
}

}  // namespace

std::string encode_player_page(std::span<const PlayerView> players,
                               const std::optional<std::string>& next_cursor) {
    return encode_page("players", players, next_cursor, write_listed, 96);
}

std::string encode_rated_players(std::span<const RatedPlayer> players) {
    return encode_page("players", players, std::optional<std::string>(), write_rated, 192);
}

std::string encode_profile(const ProfileView& profile) {
    JsonWriter out(1024);
    out.begin_object();
    write_player(out, profile.player);
    out.key("language").text(profile.language).key("about").text(profile.about);
    out.key("games").begin_object().key("active").number(profile.active);
    out.key("won").number(profile.won).key("lost").number(profile.lost);
    out.key("none").number(profile.none).end_object();
    out.key("reliability").begin_object().key("finished").number(profile.finished);
    out.key("left").number(profile.left).key("percent");
    out.number_or_null(profile.percent).end_object();
    write_ratings(out, profile.ratings);
    out.key("clubs").begin_array();
    for (const ProfileView::Club& club : profile.clubs) {
        out.begin_object().key("id").id(club.id).key("name").text(club.name).end_object();
    }
    out.end_array().end_object();
    return out.take();
}

}  // namespace tanbo::protocol

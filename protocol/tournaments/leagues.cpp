#include "protocol/tournaments/leagues.hpp"

#include "protocol/games/clock_json.hpp"
#include "protocol/json/texts_json.hpp"
#include "protocol/tournaments/answers_json.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr int league_units_a_point = 2;

void write_season(JsonWriter& out, const LeagueSeasonView& season) {
    out.begin_object().key("season").number(season.season).key("state").word(season.state);
    write_instant(out.key("began_at"), season.began_at);
    write_instant(out.key("ends_at"), season.ends_at);
    write_instant(out.key("ended_at"), season.ended_at);
    out.key("divisions").number(season.divisions).key("players").number(season.players);
    out.key("first").text_or_null(season.first).end_object();
}

void write_division(JsonWriter& out, const LeagueDivisionView& division) {
    out.begin_object().key("division").number(division.division);
    out.key("promote").number(division.promote).key("relegate").number(division.relegate);
    write_numbers(out.key("promoted"), division.promoted);
    write_numbers(out.key("relegated"), division.relegated);
    write_standing_rows(out.key("standings"), division.standings, league_units_a_point);
    out.end_object();
}

void write_part(JsonWriter& out, const LeaguePartView& part) {
    out.begin_object().key("season").number(part.season).key("division").number(part.division);
    out.key("place").number(part.place).key("players").number(part.players).end_object();
}

}  // namespace

std::string encode_league(const LeagueView& league) {
    JsonWriter out(65536);
    out.begin_object().key("seq").number(league.seq).key("season").number(league.season);
    write_ties(out.key("ties"), league.ties);
    out.key("seasons").begin_array();
    for (const LeagueSeasonView& season : league.seasons) write_season(out, season);
    out.end_array().key("divisions").begin_array();
    for (const LeagueDivisionView& division : league.divisions) write_division(out, division);
    out.end_array();
    write_texts(out.key("waiting"), league.waiting);
    write_instant(out.key("next_season_at"), league.next_season_at);
    out.key("can_begin").boolean(league.can_begin).key("you").begin_array();
    for (const LeaguePartView& part : league.you) write_part(out, part);
    out.end_array().end_object();
    return out.take();
}

}  // namespace tanbo::protocol

#include "protocol/people/ratings.hpp"

#include <algorithm>
#include <cmath>

#include "protocol/games/events.hpp"
#include "protocol/json/page_json.hpp"

namespace tanbo::protocol {
namespace {

constexpr int rating_digits = 1;
constexpr int rate_digits = 4;
constexpr int average_digits = 2;

void write_figures(JsonWriter& out, double rating, double deviation) {
    out.key("rating").decimal(rating, rating_digits);
    out.key("deviation").decimal(deviation, rating_digits);
}

// The common part of a player's own list and standings.
void write_strength(JsonWriter& out, const RatingView& rating) {
    write_figures(out, rating.rating, rating.deviation);
    out.key("provisional").boolean(rating.is_provisional);
    out.key("games").number(rating.games).key("wins").number(rating.wins);
    out.key("last_game_at").word(format_instant(rating.last_game_at));
}

void write_line(JsonWriter& out, const StandingsPage::Line& line) {
    out.begin_object().key("rank").number(line.rank).key("player").text(line.player);
    write_strength(out, line.rating);
    out.end_object();
}

void write_rated_game(JsonWriter& out, const RatedGameView& game) {
    out.begin_object().key("game").id_or_null(game.game);
    out.key("family").text(game.family).key("ended_at").word(format_instant(game.ended_at));
    out.key("place").number(game.place).key("players").number(game.players);
    write_figures(out.key("before").begin_object(), game.rating_before, game.deviation_before);
    write_figures(out.end_object().key("after").begin_object(), game.rating, game.deviation);
    out.end_object().key("opponents").begin_array();
    for (const RatedGameView::Opponent& opponent : game.opponents) {
        out.begin_object().key("player").text(opponent.handle);
        out.key("place").number(opponent.place);
        out.key("rating").decimal(opponent.rating, rating_digits).end_object();
    }
    out.end_array().end_object();
}

void write_counts(JsonWriter& out, const EncounterCounts& counts) {
    out.key("games").number(counts.games).key("wins").number(counts.wins);
    out.key("losses").number(counts.losses);
    out.key("level").number(counts.games - counts.wins - counts.losses);
}

void write_encounter(JsonWriter& out, const EncountersPage::Game& game) {
    out.begin_object().key("game").id(game.game).key("setup").text(game.setup);
    out.key("ended_at").word(format_instant(game.ended_at)).key("place").number(game.place);
    out.key("opponent_place").number(game.opponent_place).end_object();
}

// A share of the games, as members of the object that is being written.
void write_rate(JsonWriter& out, std::int64_t wins, std::int64_t games) {
    out.key("wins").number(wins);
    if (games == 0) {
        out.key("rate").null().key("low").null().key("high").null();
        return;
    }
    const Rate rate = wilson_rate(wins, games);
    out.key("rate").decimal(rate.value, rate_digits);
    out.key("low").decimal(rate.low, rate_digits).key("high").decimal(rate.high, rate_digits);
}

void write_average(JsonWriter& out, std::int64_t sum, std::int64_t count) {
    if (count == 0) {
        out.null();
    } else {
        out.decimal(static_cast<double>(sum) / static_cast<double>(count), average_digits);
    }
}

// The members of a balance.
void write_balance(JsonWriter& out, const BalanceView& balance) {
    out.key("games").number(balance.games);
    write_average(out.key("average_plies"), balance.plies, balance.games);
    out.key("seats").begin_array();
    for (std::size_t i = 0; i < balance.seats.size(); ++i) {
        const engine::Seat seat = engine::seat_at(static_cast<int>(i));
        out.begin_object().key("seat").word(engine::seat_name(seat));
        write_rate(out, balance.seats[i].wins, balance.games);
        write_average(out.key("average_place"), balance.seats[i].places, balance.games);
        out.end_object();
    }
    out.end_array();
}

void write_balance_object(JsonWriter& out, const BalanceView& balance) {
    out.begin_object();
    write_balance(out, balance);
    out.end_object();
}

}  // namespace

std::string encode_ratings(const RatingsPage& page) {
    JsonWriter out(256 + page.ratings.size() * 160 + page.history.size() * 320);
    out.begin_object().key("player").text(page.player).key("ratings").begin_array();
    for (const RatingView& rating : page.ratings) {
        out.begin_object().key("family").text(rating.family).key("method").word(rating.method);
        write_strength(out, rating);
        out.end_object();
    }
    write_page(out.end_array(), "history", page.history, page.next, write_rated_game);
    out.end_object();
    return out.take();
}

std::string encode_standings(const StandingsPage& page) {
    JsonWriter out(128 + page.lines.size() * 160);
    out.begin_object().key("setup").text(page.setup).key("list").word(page.list);
    out.key("method").word(page.method);
    out.key("provisional").boolean(page.is_provisional);
    write_page(out, "standings", page.lines, page.next, write_line);
    out.end_object();
    return out.take();
}

std::string encode_encounters(const EncountersPage& page) {
    EncounterCounts total;
    for (const EncountersPage::Setup& setup : page.setups) {
        total.games += setup.counts.games;
        total.wins += setup.counts.wins;
        total.losses += setup.counts.losses;
    }
    JsonWriter out(256 + page.setups.size() * 80 + page.games.size() * 120);
    out.begin_object().key("player").text(page.player).key("opponent").text(page.opponent);
    write_counts(out, total);
    out.key("setups").begin_array();
    for (const EncountersPage::Setup& setup : page.setups) {
        out.begin_object().key("setup").text(setup.setup);
        write_counts(out, setup.counts);
        out.end_object();
    }
    write_page(out.end_array(), "history", page.games, page.next, write_encounter);
    out.end_object();
    return out.take();
}

Rate wilson_rate(std::int64_t hits, std::int64_t tries) {
    constexpr double z = 1.96;
    const auto n = static_cast<double>(tries);
    const double p = static_cast<double>(hits) / n;
    const double scale = 1 + z * z / n;
    const double centre = (p + z * z / (2 * n)) / scale;
    const double half = z / scale * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return {p, std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

std::string encode_statistics(const StatisticsView& statistics) {
    JsonWriter out(2048);
    out.begin_object().key("setup").text(statistics.setup);
    const BalanceView& all = statistics.all;
    out.key("first_player").begin_object();
    write_rate(out, all.seats.empty() ? 0 : all.seats.front().wins, all.games);
    out.end_object();
    write_balance(out, all);
    write_balance_object(out.key("without_swap"), statistics.without_swap);
    write_balance_object(out.key("swap_declined"), statistics.swap_declined);
    write_balance_object(out.key("swap_taken"), statistics.swap_taken);
    if (statistics.self_play) {
        out.key("self_play").begin_object().key("level").number(statistics.self_play_level);
        write_balance(out, *statistics.self_play);
        out.end_object();
    } else {
        out.key("self_play").null();
    }
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol

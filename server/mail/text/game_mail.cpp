#include "server/mail/text/game_mail.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/assistance.hpp"
#include "engine/notation.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/games/game_link.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/text/layout.hpp"
#include "server/mail/text/news.hpp"
#include "server/mail/text/page.hpp"

namespace tanbo::mail::text {

namespace {

using engine::Match;
using engine::Seat;

engine::Snapshot present(const Match& match) {
    return engine::snapshot_at(match, match.ply()).value();
}

std::string subject_of(const GameFacts& game) {
    return game_subject(game.game, game.log);
}

std::string number_text(const GameFacts& game) {
    return "game " + to_string(game.game);
}

void append_board(MailPage& page, const Match& match) {
    const engine::Snapshot snapshot = present(match);
    page.board(protocol::BoardView(snapshot), caption_of(match, snapshot));
    append_marks(page, match, snapshot);
    append_players(page, match);
}

void append_game_link(MailPage& page, const GameFacts& game) {
    if (game.site.empty()) return;
    page.button("Open the game", protocol::game_link(game.site, game.game));
}

void append_turning(MailPage& page, const GameFacts& game, const std::string& sentence) {
    if (sentence.empty()) return;
    page.say(sentence);
    if (game.site.empty()) return;
    page.link("Game analysis", protocol::game_link(game.site, game.game) + "#analysis");
}

// --- the turn ---

std::string tournament_line(const engine::EventTable& at) {
    return "Tournament " + std::to_string(at.tournament) + ", round " + std::to_string(at.round) +
           ", table " + std::to_string(at.table) + ".";
}

void append_opening_words(MailPage& page, const TurnMailFacts& facts, Seat seat) {
    if (!facts.news.empty()) page.say(facts.news);
    const Match& match = facts.game.match;
    std::string text = "It is your turn, " + handle_of(match, seat) + ": you are " +
                       std::string(engine::seat_name(seat)) + " (" + protocol::stone_mark(seat) +
                       ") in " + number_text(facts.game) + ", on " + board_name(match) + ".";
    if (facts.reminder) {
        text = "You have " + short_span(facts.reminder->remaining) + " left. " + text;
    }
    page.say(text);
    if (!facts.plan_dropped) return;
    switch (*facts.plan_dropped) {
        case protocol::PlanDrop::no_branch:
            return page.say("Your plan has ended: it has no answer to the last move.");
        case protocol::PlanDrop::illegal_move:
            return page.say("Your plan has ended: its move is not legal.");
        case protocol::PlanDrop::undo:
            return page.say("Your plan has ended: moves were undone.");
        case protocol::PlanDrop::seat_changed:
            return page.say("Your plan has ended: seats changed.");
        case protocol::PlanDrop::left:
        case protocol::PlanDrop::game_over:
            return page.say("Your plan has ended.");
    }
}

void append_deadline(MailPage& page, const GameFacts& game) {
    const Match& match = game.match;
    if (match.paused_at()) {
        page.say("The game is paused. The clocks stop until the next move.");
    } else if (const auto deadline = match.clock().deadline()) {
        page.say("Play by " + mail_time(*deadline, game.zone) + ".");
    } else {
        page.say("This game has no clock.");
    }
}

void append_legal_points(MailPage& page, const Match& match, Seat seat) {
    if (assistance_in(match) != engine::Assistance::full) return;
    const std::size_t count = match.position().legal_points(seat).size();
    page.head("Legal moves (" + std::to_string(count) + ")");
    page.names(legal_point_lines(match.position(), seat),
               !has_many_legal_points(match.position(), seat));
}

// The first legal point in board order: an example that could be sent as it is.
std::string example_point(const Match& match, Seat seat) {
    const auto legal = match.position().legal_points(seat);
    return engine::point_name(match.opening().lattice(), *std::ranges::min_element(legal));
}

void append_how_to(MailPage& page, const GameFacts& game, Seat seat) {
    page.say("To play, reply with your point alone on a line, for example " +
             example_point(game.match, seat) + ".");
    const bool may_swap =
        game.match.terms().swap && game.match.ply() == 1 && !game.match.has_swapped();
    if (may_swap) page.say("Or reply with `swap` to take the other seat.");
    page.small_print(
        "The rest of your reply is ignored, unless it doubts the point or names another. Then "
        "nothing is played. You can also send: preview POINT, plan if ... then ..., say: TEXT, "
        "undo, pause, resign, help. Keep the reply address private: anyone with it can play this "
        "turn.");
}

// --- the result ---

std::string leaving_text(engine::LeaveReason reason, bool is_reader) {
    const std::string has = is_reader ? " have" : " has";
    const std::string was = is_reader ? " were" : " was";
    switch (reason) {
        case engine::LeaveReason::resigned:
            return has + " resigned";
        case engine::LeaveReason::time:
            return has + " run out of time";
        case engine::LeaveReason::removed:
            return was + " removed by an administrator";
        case engine::LeaveReason::withdrawn:
            return has + " left";
        case engine::LeaveReason::absent:
            return was + " absent, and voted out";
    }
    return {};
}

// The last leaver: after that, one player alone was in the game.
std::string who_left(const GameFacts& game) {
    if (game.match.leavers().empty()) return "All other seats are empty.";
    const engine::Leaver& last = game.match.leavers().back();
    const bool is_reader = last.seat == game.reader;
    return (is_reader ? "You" : capital(who(game.match, last.seat))) +
           leaving_text(last.reason, is_reader) + ".";
}

std::string reason_text(const GameFacts& game) {
    switch (game.match.end_reason().value()) {
        case engine::EndReason::last_standing:
            return "All other roots are gone.";
        case engine::EndReason::last_remaining:
            return who_left(game);
        case engine::EndReason::withdrawn:
            return "It was withdrawn before it started.";
        case engine::EndReason::aborted:
            return "It ended without a result.";
        case engine::EndReason::adjudicated:
            return "An administrator decided it.";
    }
    return {};
}

std::string outcome_text(const GameFacts& game) {
    const std::string start = "Game " + to_string(game.game) + " is over";
    const auto winner = game.match.winner();
    if (!winner) return start + ". " + reason_text(game);
    const bool is_reader = winner == game.reader;
    const std::string who_won = is_reader ? "you have won, " + handle_of(game.match, *winner) + "!"
                                          : who(game.match, *winner) + " has won.";
    return start + ": " + who_won + " " + reason_text(game);
}

std::string rating_text(double rating) {
    return std::to_string(std::lround(rating));
}

// "1712 (+9)"
std::string change_text(const RatingChange& change) {
    const long difference = std::lround(change.after) - std::lround(change.before);
    return rating_text(change.after) + " (" + (difference < 0 ? "" : "+") +
           std::to_string(difference) + ")";
}

void append_places(MailPage& page, const Match& match, std::span<const RatingChange> ratings) {
    const auto places = match.places();
    if (places.empty()) return;
    std::vector<TableColumn> columns{{"place", true}, {"colour"}, {"player"}};
    if (!ratings.empty()) columns.push_back({"rating", true});
    std::multimap<int, std::vector<std::string>> rows;  // by place; equal ones in turn order
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] == 0) continue;
        const Seat seat = engine::seat_at(static_cast<int>(i));
        const auto& player = match.seats()[i].player;
        std::vector<std::string> row{std::to_string(places[i]),
                                     std::string(engine::seat_name(seat)),
                                     player ? player->handle : "-"};
        const auto change = std::ranges::find(ratings, seat, &RatingChange::seat);
        if (!ratings.empty()) row.push_back(change == ratings.end() ? "-" : change_text(*change));
        rows.emplace(places[i], std::move(row));
    }
    if (rows.empty()) return;
    std::vector<std::vector<std::string>> sorted;
    sorted.reserve(rows.size());
    for (auto& [place, row] : rows) sorted.push_back(std::move(row));
    page.head("Places");
    page.table(columns, sorted);
}

}  // namespace

std::string game_subject(protocol::GameId game, std::span<const engine::Event> log) {
    std::vector<std::string> names;
    for (const engine::Event& event : log) {
        if (const auto* opened = std::get_if<engine::GameOpened>(&event.data)) {
            for (const engine::SeatOffer& seat : opened->seats) {
                names.push_back(seat.player ? seat.player->handle : "");
            }
        } else if (const auto* joined = std::get_if<engine::PlayerJoined>(&event.data)) {
            names[static_cast<std::size_t>(engine::index_of(joined->seat))] = joined->player.handle;
        } else if (std::holds_alternative<engine::GameStarted>(event.data)) {
            break;
        }
    }
    std::string subject = "Tanbo game " + to_string(game) + ":";
    for (std::size_t i = 0; i < names.size(); ++i) {
        subject += (i == 0 ? " " : " - ") + (names[i].empty() ? "?" : names[i]);
    }
    return subject;
}

GameMail turn_mail(const TurnMailFacts& facts) {
    const GameFacts& game = facts.game;
    const Seat seat = game.match.to_move().value();
    MailPage page;
    append_opening_words(page, facts, seat);
    if (game.match.terms().event) page.say(tournament_line(*game.match.terms().event));
    const std::vector<NewsItem> news = news_since(game, last_stone_of(game, seat));
    if (!news.empty()) {
        page.head(game.match.ply() == 0 ? "So far" : "Since your last stone");
        page.news(news);
    }
    append_board(page, game.match);
    append_deadline(page, game);
    append_legal_points(page, game.match, seat);
    append_how_to(page, game, seat);
    append_game_link(page, game);
    return page.mail(subject_of(game));
}

GameMail result_mail(const GameFacts& game, std::span<const RatingChange> ratings,
                     const ResultParts& parts) {
    MailPage page;
    page.say(outcome_text(game));
    append_places(page, game.match, ratings);
    const std::uint32_t seen = game.reader ? last_stone_of(game, *game.reader) : 0;
    // Who placed the last stone has seen all but what it did.
    std::vector<NewsItem> news = news_since(game, seen > 0 ? seen - 1 : seen);
    constexpr std::size_t last_items = 8;
    if (news.size() > last_items) {
        news.erase(news.begin(), news.end() - static_cast<std::ptrdiff_t>(last_items));
    }
    page.head("Final moves");
    page.news(news);
    append_board(page, game.match);
    append_turning(page, game, parts.turning);
    if (parts.has_record) {
        page.say("The game record is attached, as JSON and SGF (" +
                 protocol::counted(game.match.ply(), "stone") + ").");
    }
    append_game_link(page, game);
    return page.mail(subject_of(game));
}

GameMail board_mail(const BoardMailFacts& facts) {
    const GameFacts& game = facts.game;
    MailPage page;
    const std::vector<NewsItem> news = news_since(game, facts.since_seq);
    page.say("You follow " + number_text(game) + ", on " + board_name(game.match) + ".");
    if (!news.empty()) {
        page.head("New moves");
        page.news(news);
    }
    append_board(page, game.match);
    append_game_link(page, game);
    if (facts.stop_link.empty()) {
        page.small_print("To stop these emails, send `unwatch " + to_string(game.game) + "`.");
    } else {
        page.link("Stop these emails", facts.stop_link);
    }
    return page.mail(subject_of(game));
}

}  // namespace tanbo::mail::text

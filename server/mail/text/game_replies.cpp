// Answers about games.

#include <algorithm>

#include "engine/assistance.hpp"
#include "engine/notation.hpp"
#include "protocol/boards/board_layout.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/text/layout.hpp"
#include "server/mail/text/news.hpp"
#include "server/mail/text/replies.hpp"

namespace tanbo::mail::text {

namespace {

using engine::Match;
using engine::Seat;

std::string game_text(protocol::GameId game) {
    return "game " + to_string(game);
}

// Board, marks and players, as mails have them.
std::string board_lines(const Match& match, const engine::Snapshot& snapshot) {
    MailPage page;
    page.board(protocol::BoardView(snapshot), {});
    append_marks(page, match, snapshot);
    return page.text();
}

std::string players_lines(const Match& match) {
    MailPage page;
    append_players(page, match);
    return page.text();
}

std::string legal_lines(const Match& match, Seat seat) {
    if (assistance_in(match) != engine::Assistance::full) {
        return "This game doesn't show legal moves.\n";
    }
    const engine::Position& position = match.position();
    std::string text = "Legal moves for " + std::string(engine::seat_name(seat)) + " (" +
                       std::to_string(position.legal_points(seat).size()) + "):\n";
    for (const std::string& line : legal_point_lines(position, seat)) text += line + "\n";
    return text;
}

std::string news_lines(std::span<const NewsItem> items) {
    MailPage page;
    page.news(items);
    return page.text();
}

// "ann - ben"
std::string players_of(const protocol::GameSummary& game) {
    std::string names;
    for (const protocol::GameSummary::Holder& seat : game.seats) {
        names += (names.empty() ? "" : " - ") + seat.handle.value_or("?");
    }
    return names;
}

std::string state_of(const protocol::GameSummary& game) {
    if (game.status == engine::Status::open) return "open";
    if (game.status == engine::Status::finished) {
        return game.winner ? std::string(engine::seat_name(*game.winner)) + " won" : "over";
    }
    return game.to_move ? std::string(engine::seat_name(*game.to_move)) + " to move"
                        : "in progress";
}

// A thing that waits, and the command for it.
struct Waiting {
    std::string line;
    std::string answer;
};

Waiting waiting_of(const TurnLine& turn) {
    const std::string number = turn.game ? to_string(turn.game->id) : std::string();
    const std::string game = turn.game
                                 ? game_text(turn.game->id) + " (" + players_of(*turn.game) + ")"
                                 : std::string("a game");
    if (turn.kind == "move") return {"a move in " + game, "show " + number};
    if (turn.kind == "proposal") {
        return {"a proposal in " + game + (turn.about.empty() ? "" : ": " + turn.about),
                "yes " + number + ", or no " + number};
    }
    if (turn.kind == "challenge") {
        const std::string id = to_string(turn.challenge.value_or(protocol::ChallengeId{}));
        return {"challenge " + id + (turn.about.empty() ? "" : " by " + turn.about),
                "accept " + id + ", or decline " + id};
    }
    return {"a seat reserved for you in " + game, {}};
}

// Why a stone may not be placed, as the end of a sentence.
std::string illegal_text(engine::Illegal fault) {
    switch (fault) {
        case engine::Illegal::none:
            return "it is legal";
        case engine::Illegal::occupied:
            return "the point is occupied";
        case engine::Illegal::off_board:
            return "this point does not exist";
        case engine::Illegal::no_friend:
            return "it touches no stone of the same colour";
        case engine::Illegal::two_friends:
            return "it touches more than one stone of the same colour";
        case engine::Illegal::not_your_turn:
            return "it is another player's turn";
        case engine::Illegal::game_over:
            return "no player is to move";
    }
    return {};
}

}  // namespace

std::string game_now_text(protocol::GameId game, const Match& match, std::optional<Seat> reader) {
    const auto snapshot = engine::snapshot_at(match, match.ply()).value();
    std::string text =
        "\nThis is " + game_text(game) + " now:\n\n" + board_lines(match, snapshot) + "\n";
    const auto to_move = match.to_move();
    if (!to_move) {
        return text + wrapped(match.status() == engine::Status::open ? "It has not started yet."
                                                                     : "It is over.");
    }
    if (reader && reader != to_move) text += wrapped(capital(who(match, *to_move)) + " to move.");
    return text + legal_lines(match, *to_move);
}

std::string refused_move_text(const protocol::Error& error, protocol::GameId game,
                              const Match& match, std::optional<Seat> reader) {
    return refused_text(error) + game_now_text(game, match, reader);
}

std::string test_text(std::string_view setup) {
    const engine::Setup* found = engine::find_setup(setup.empty() ? "19x19" : setup);
    if (found == nullptr) return wrapped("This setup does not exist.");
    const engine::Position position(found->opening);
    std::string marks;
    for (int i = 0; i < found->seats; ++i) {
        const Seat seat = engine::seat_at(i);
        marks += std::string(i == 0 ? "" : "   ") + protocol::stone_mark(seat) + " " +
                 std::string(engine::seat_name(seat));
    }
    return wrapped("This is the starting position of " + std::string(found->id) +
                   ". If the columns don't line up, choose a monospaced font for emails.") +
           "\n" + protocol::text_board(protocol::BoardView(position), {.has_caption = false}) +
           "\n" + marks + "\n" +
           ". an empty point   , a star point   * just removed   >O< the last stone\n";
}

std::string games_text(std::string_view handle, std::span<const GameLine> games, bool has_more,
                       const MailZone& zone) {
    if (games.empty()) return wrapped(ascii(handle) + " has no games in progress.");
    std::string text = "Games of " + ascii(handle) + "\n\n";
    for (const GameLine& line : games) {
        const protocol::GameSummary& game = line.summary;
        const std::string mark = line.is_to_move ? "* " : "  ";
        text += wrapped(mark + to_string(game.id) + "  " + players_of(game) + ", " +
                            (game.setup.empty() ? "custom" : game.setup) + ", " +
                            protocol::counted(game.ply, "stone") + ", " + state_of(game),
                        6, line.is_to_move ? 0 : 2);
        if (line.deadline) {
            text.append("      by ").append(mail_time(*line.deadline, zone)).append("\n");
        }
    }
    if (has_more) text += "  ...\n";
    const bool waits =
        std::ranges::any_of(games, [](const GameLine& line) { return line.is_to_move; });
    return waits ? text + "\n* your turn\n" : text;
}

std::string turns_text(std::span<const TurnLine> turns, bool has_more, const MailZone& zone) {
    if (turns.empty()) return wrapped("You have no open turns.");
    std::string text = "Your open turns\n\n";
    for (const TurnLine& turn : turns) {
        const Waiting waiting = waiting_of(turn);
        std::string line = waiting.line;
        if (turn.deadline) line.append(", by ").append(mail_time(*turn.deadline, zone));
        text += wrapped(ascii(line), 4, 2);
        if (!waiting.answer.empty()) text.append("      ").append(waiting.answer).append("\n");
    }
    return has_more ? text + "  ...\n" : text;
}

protocol::Result<std::string> show_text(const GameFacts& game, std::optional<std::uint32_t> ply) {
    const auto snapshot = engine::snapshot_at(game.match, ply.value_or(game.match.ply()));
    if (!snapshot) {
        return protocol::refusal(protocol::Code::no_such_ply,
                                 "Game " + to_string(game.game) + " has only " +
                                     protocol::counted(game.match.ply(), "stone") + ".");
    }
    const bool is_present = !ply || *ply == game.match.ply();
    std::string text = wrapped("Game " + to_string(game.game) + ": " + terms_line(game.match)) +
                       wrapped(protocol::situation(protocol::BoardView(game.match, *snapshot))) +
                       "\n" + board_lines(game.match, *snapshot);
    if (!is_present) return text;
    text += "\n" + players_lines(game.match);
    if (const auto deadline = game.match.clock().deadline()) {
        text += "\n" + wrapped("Deadline: " + mail_time(*deadline, game.zone) + ".");
    }
    return text;
}

std::string history_text(const GameFacts& game) {
    std::string text = wrapped("Game " + to_string(game.game) + ": " + terms_line(game.match));
    std::vector<std::string> moves;
    const auto flush = [&] {
        if (moves.empty()) return;
        text += in_columns(moves, 2);
        moves.clear();
    };
    text += '\n';
    NewsReader reader(game);
    for (const engine::Event& event : game.log) {
        const auto* placed = std::get_if<engine::StonePlaced>(&event.data);
        if (placed != nullptr && placed->after.removed.empty()) {
            moves.push_back(std::to_string(placed->ply + 1) + "." +
                            protocol::stone_mark(placed->seat) +
                            engine::point_name(game.match.opening().lattice(), placed->point));
            continue;
        }
        const auto items = reader.read(event);
        if (items.empty()) continue;
        flush();
        text += news_lines(items);
    }
    flush();
    return text + "\n" + wrapped("Each move is its number, the mark of its colour and the point.");
}

protocol::Result<std::string> preview_text(const GameFacts& game, std::string_view point) {
    const Match& match = game.match;
    const auto at = engine::parse_point(match.opening().lattice(), point);
    engine::Position position = match.position();
    const auto to_move = match.to_move();
    const engine::Illegal fault = !to_move ? engine::Illegal::game_over
                                  : !at    ? engine::Illegal::off_board
                                           : position.legality(*at);
    if (fault != engine::Illegal::none) {
        protocol::Error error =
            protocol::refusal(protocol::Code::illegal_move,
                              ascii(point) + " is not a legal move: " + illegal_text(fault) + ".");
        error.reason = engine::illegal_name(fault);
        return error;
    }
    engine::Match next = match;
    next.play(*at, match.updated_at());
    const auto snapshot = engine::snapshot_at(next, next.ply()).value();
    return wrapped(who(match, *to_move) + " at " + engine::point_name(position.lattice(), *at) +
                   " in " + game_text(game.game) + " leads to this board. Nothing was played.") +
           "\n" + board_lines(next, snapshot) + "\n" + players_lines(next);
}

std::string moved_text(const GameFacts& game, std::uint32_t from_seq) {
    const auto snapshot = engine::snapshot_at(game.match, game.match.ply()).value();
    return "Played in " + game_text(game.game) + ":\n\n" +
           news_lines(news_since(game, from_seq - 1)) + "\n" + board_lines(game.match, snapshot) +
           "\n" + players_lines(game.match);
}

std::string swapped_text(protocol::GameId game) {
    return wrapped("You have taken the other seat in " + game_text(game) + ".");
}

std::string plan_text(protocol::GameId game, const protocol::PlanBranches& plan) {
    std::size_t count = 0;
    const auto add = [&](const auto& self, const protocol::PlanBranches& branches) -> void {
        count += branches.size();
        for (const protocol::PlanBranch& branch : branches) self(self, branch.next);
    };
    add(add, plan);
    return wrapped("The server saved your plan for " + game_text(game) + ", with " +
                   protocol::counted(count, "answer") + ". To drop it, send `unplan " +
                   to_string(game) + "`.");
}

std::string unplanned_text(protocol::GameId game) {
    return wrapped("You no longer have a plan for " + game_text(game) + ".");
}

std::string confirm_leaving_text(std::string_view verb, protocol::GameId game) {
    return wrapped("Do you want to " + std::string(verb) + " " + game_text(game) +
                   "? Your roots are removed and you lose. To confirm, reply with `" +
                   std::string(verb) + "` on its own line.");
}

std::string left_text(protocol::GameId game, const Match& after, Seat seat) {
    std::string text =
        "You have left " + game_text(game) + " (" + std::string(engine::seat_name(seat)) + ").";
    if (after.status() == engine::Status::finished) {
        const auto winner = after.winner();
        text += winner ? " It is over: " + who(after, *winner) + " has won." : " It is over.";
    }
    return wrapped(text);
}

std::string substituted_text(protocol::GameId game, const Match& after, Seat seat) {
    return wrapped(handle_of(after, seat) + " has taken over " +
                   std::string(engine::seat_name(seat)) + " in " + game_text(game) + ".");
}

std::string proposed_text(protocol::GameId game, std::string_view kind) {
    return wrapped("You proposed the " + std::string(kind) + " in " + game_text(game) +
                   ". It happens when the others agree.");
}

std::string answered_text(protocol::GameId game, std::string_view kind, bool accepts) {
    return wrapped(std::string(accepts ? "You accepted" : "You declined") + " the " +
                   std::string(kind) + " in " + game_text(game) + ".");
}

std::string said_text(protocol::GameId game, bool is_hidden) {
    std::string text = "Said in " + game_text(game) + ".";
    if (is_hidden) text += " Players can read it when the game is over.";
    return wrapped(text);
}

}  // namespace tanbo::mail::text

#include "server/mail/commands/clear_moves.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/commands/lines.hpp"

namespace tanbo::mail::commands {
namespace {

using protocol::GameId;

constexpr std::size_t quoted_bytes_max = 80;
constexpr std::size_t candidates_max = 6;

const MailMove* move_of(const MailLine& line) {
    const auto* const command = std::get_if<MailCommand>(&line.command);
    return command == nullptr ? nullptr : std::get_if<MailMove>(command);
}

// `undo` alone, beside a stone.
bool takes_back(const MailLine& line) {
    const auto* const command = std::get_if<MailCommand>(&line.command);
    return command != nullptr && std::holds_alternative<MailUndo>(*command) &&
           protocol::words_of(line.source).size() == 1;
}

bool is_same(const MailMove& one, const MailMove& other) {
    return one.game == other.game && capitals(one.point) == capitals(other.point) &&
           one.ply == other.ply;
}

// Moves for one game that can't both be meant: those in full that each name a ply can.
bool contradict(const MailLine& one, const MailLine& other) {
    const MailMove& first = *move_of(one);
    const MailMove& second = *move_of(other);
    if (first.game != second.game || is_same(first, second)) return false;
    const bool are_of_plies =
        !one.is_point && !other.is_point && first.ply && second.ply && first.ply != second.ply;
    return !are_of_plies;
}

std::string with_ply(const MailMove& move, std::string point) {
    return move.ply ? point + "#" + std::to_string(*move.ply) : point;
}

// The command to send for a point: as short as the line that is answered.
std::string candidate(const MailLine& line, const MailMove& move, std::string point) {
    if (line.is_point) return "`" + point + "`";
    return "`move " + to_string(move.game) + " " + std::move(point) + "`";
}

// "Reply with one word, `K10` or `L10`, and nothing else."
std::string question(std::span<const std::string> candidates, bool is_word) {
    std::string text = is_word ? "Reply with one word, " : "Send ";
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (i > 0) text += i + 1 == candidates.size() ? " or " : ", ";
        text += candidates[i];
    }
    return text + ", and nothing else.";
}

void refuse(MailLine& line, std::string detail) {
    if (const MailMove* const move = move_of(line)) line.game = move->game;
    line.is_point = line.is_point || move_of(line) != nullptr;
    line.command = protocol::refusal(protocol::Code::invalid_field, std::move(detail));
}

std::string shortened(std::string_view text) {
    const std::string_view cut = protocol::utf8_prefix(text, quoted_bytes_max);
    return std::string(cut) + (cut.size() < text.size() ? "..." : "");
}

// Collects the moves of a game as commands that its player may send.
class Candidates {
public:
    explicit Candidates(GameId game) : game_(game) {}

    void add(std::span<const MailLine> lines) {
        for (const MailLine& line : lines) {
            const MailMove* const move = move_of(line);
            if (move == nullptr || move->game != game_) continue;
            std::string one = candidate(line, *move, with_ply(*move, capitals(move->point)));
            if (std::ranges::find(commands_, one) != commands_.end()) continue;
            is_word_ = is_word_ && line.is_point;
            if (commands_.size() < candidates_max) commands_.push_back(std::move(one));
        }
    }

    std::string asked() const { return question(commands_, is_word_); }

private:
    GameId game_;
    std::vector<std::string> commands_;
    bool is_word_ = true;
};

// The moves of a game with several; `reason` says where they are.
void refuse_several(std::vector<MailLine>& lines, std::span<const MailLine> page, GameId game,
                    const std::string& reason) {
    Candidates candidates(game);
    candidates.add(lines);
    candidates.add(page);
    const std::string detail = reason + ", so nothing was played. " + candidates.asked();
    for (MailLine& line : lines) {
        const MailMove* const move = move_of(line);
        if (move != nullptr && move->game == game) refuse(line, detail);
    }
}

// The games for which a move of one contradicts a move of the other.
std::set<GameId> games_in_doubt(std::span<const MailLine> ones, std::span<const MailLine> others) {
    std::set<GameId> games;
    for (const MailLine& one : ones) {
        if (move_of(one) == nullptr) continue;
        const bool is_doubtful = std::ranges::any_of(others, [&one](const MailLine& other) {
            return move_of(other) != nullptr && contradict(one, other);
        });
        if (is_doubtful) games.insert(move_of(one)->game);
    }
    return games;
}

void drop_repeated_points(std::vector<MailLine>& lines) {
    std::vector<MailLine> kept;
    for (MailLine& line : lines) {
        const MailMove* const move = move_of(line);
        const bool is_repeated = move != nullptr && line.is_point &&
                                 std::ranges::any_of(kept, [&](const MailLine& earlier) {
                                     return move_of(earlier) != nullptr && earlier.is_point &&
                                            is_same(*move_of(earlier), *move);
                                 });
        if (!is_repeated) kept.push_back(std::move(line));
    }
    lines = std::move(kept);
}

void refuse_doubtful(MailLine& line, const MailMove& move, const SecondThought& thought) {
    const std::string point = capitals(move.point);
    std::vector<std::string> candidates{candidate(line, move, with_ply(move, point))};
    for (const std::string& other : thought.points) {
        if (candidates.size() == candidates_max) break;
        candidates.push_back(candidate(line, move, other));
    }
    std::string detail = "You wrote " + point + ", but also \"" + shortened(thought.line) +
                         "\", so nothing was played. ";
    if (candidates.size() == 1) detail += "To play it: ";
    refuse(line, detail + question(candidates, line.is_point));
}

}  // namespace

void clear_moves(std::vector<MailLine>& lines, std::span<const MailLine> page,
                 std::span<const TalkLine> talk, const MailContext& context) {
    for (const GameId game : games_in_doubt(lines, lines)) {
        refuse_several(lines, page, game, "Your email names several points");
    }
    for (const GameId game : games_in_doubt(lines, page)) {
        refuse_several(lines, page, game, "The plain text and the HTML of your email differ");
    }
    drop_repeated_points(lines);
    std::vector<std::string> points;
    for (const MailLine& line : lines) {
        if (const MailMove* const move = move_of(line)) points.push_back(capitals(move->point));
    }
    if (points.empty()) return;
    const SecondThought thought =
        find_second_thought(talk, points, {context.board, context.position});
    if (thought.line.empty()) return;
    for (MailLine& line : lines) {
        if (takes_back(line)) {
            refuse(line, "Your email names a point and takes it back, so nothing was done.");
        } else if (const MailMove* const move = move_of(line)) {
            refuse_doubtful(line, MailMove(*move), thought);
        }
    }
}

}  // namespace tanbo::mail::commands

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/pairing/trf.hpp"
#include "server/tournament/pairing/trf_lines.hpp"

namespace tanbo::pairing {
namespace {

using protocol::Error;
using Refusal = std::optional<Error>;
// The number of each line with the numbers that it has.
using LinesOfNumbers = std::vector<std::pair<int, std::vector<int>>>;

// A line begins with the code of its record.
constexpr std::size_t code_length = 3;

Error fault(int line, const std::string& sentence) {
    return protocol::refusal(protocol::Code::invalid_record,
                             "Line " + std::to_string(line) + ": " + sentence);
}

std::string player_text(int index) {
    return "player " + std::to_string(index + 1);
}

// A player's line before its opponents are looked up.
struct Record {
    int line = 0;
    TrfPlayer player;
    std::vector<Outcome> outcomes;
    std::optional<int> halves;
};

// The meaning of a result's letter.
struct Letter {
    Kind kind;
    int halves;
    bool is_paired;
};

std::optional<Letter> letter_of(char letter) {
    switch (letter) {
        case '1':
        case 'W':
        case 'w':
            return Letter{Kind::game, 2, true};
        case '=':
        case 'D':
        case 'd':
            return Letter{Kind::game, 1, true};
        case '0':
        case 'L':
        case 'l':
            return Letter{Kind::game, 0, true};
        case '+':
            return Letter{Kind::forfeit, 2, true};
        case '-':
            return Letter{Kind::forfeit, 0, true};
        case 'U':
        case 'u':
        case 'F':
        case 'f':
            return Letter{Kind::bye, 2, false};
        case 'H':
        case 'h':
            return Letter{Kind::half_bye, 1, false};
        case 'Z':
        case 'z':
        case ' ':
            return Letter{Kind::absent, 0, false};
        default:
            return std::nullopt;
    }
}

class Reader {
public:
    protocol::Result<Trf> read(std::string_view text) {
        if (text.size() > trf_bytes_max) {
            return fault(1, "the file has " + std::to_string(text.size()) + " bytes, more than " +
                                std::to_string(trf_bytes_max) + ".");
        }
        for (const TrfLine& line : trf_lines(text)) {
            last_line_ = line.number;
            if (const Refusal refusal = read_line(line)) return *refusal;
        }
        if (const Refusal refusal = complete()) return *refusal;
        return std::move(report_);
    }

private:
    Refusal read_line(const TrfLine& line) {
        if (!protocol::is_utf8(line.text)) return fault(line.number, "it is not UTF-8.");
        const auto is_control = [](char letter) {
            return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
        };
        if (std::ranges::any_of(line.text, is_control)) {
            return fault(line.number, "it has a control character.");
        }
        const std::string_view code = line.text.substr(0, code_length);
        if (code == "001") return read_player(line);
        if (code == "XXR" || code == "142") return read_rounds(line);
        if (code == "XXC" || code == "152") return read_initial_side(line);
        if (code == "XXP") return read_numbers(line, apart_);
        if (code == "XXZ") return read_numbers(line, away_);
        if (code == "XXA") return read_initial(line);
        read_header(code, trf_columns(line.text, 5, 1000));
        return std::nullopt;
    }

    void read_header(std::string_view code, std::string_view text) {
        if (code == "012") report_.name = text;
        if (code == "022") report_.city = text;
        if (code == "032") report_.federation = text;
        if (code == "042") report_.begin = text;
        if (code == "052") report_.end = text;
        if (code == "092") report_.type = text;
    }

    Refusal read_rounds(const TrfLine& line) {
        const std::string_view text = trf_columns(line.text, 4, 1000);
        const auto rounds = trf_number(text);
        if (!rounds || *rounds < 1 || *rounds > trf_rounds_max) {
            return fault(line.number, "the number of rounds must be 1 to " +
                                          std::to_string(trf_rounds_max) + "; got " +
                                          protocol::quotation(text) + ".");
        }
        report_.event.rounds = *rounds;
        return std::nullopt;
    }

    Refusal read_initial_side(const TrfLine& line) {
        for (const std::string_view word : protocol::words_of(line.text.substr(code_length))) {
            if (word == "white1" || word == "W") {
                report_.event.initial_side = Side::first;
            } else if (word == "black1" || word == "B") {
                report_.event.initial_side = Side::second;
            } else if (word != "rank") {
                return fault(line.number, "the first colour must be white1 or black1; got " +
                                              protocol::quotation(word) + ".");
            }
        }
        return std::nullopt;
    }

    // Adds pairing numbers to a list; they are looked up when all players are known.
    static Refusal read_numbers(const TrfLine& line, LinesOfNumbers& list) {
        std::vector<int> numbers;
        for (const std::string_view word : protocol::words_of(line.text.substr(code_length))) {
            const auto number = trf_number(word);
            if (!number || *number < 1 || *number > trf_players_max) {
                return fault(line.number, "a pairing number must be 1 to " +
                                              std::to_string(trf_players_max) + "; got " +
                                              protocol::quotation(word) + ".");
            }
            numbers.push_back(*number - 1);
        }
        list.emplace_back(line.number, std::move(numbers));
        return std::nullopt;
    }

    // The points before the first round: JaVaFo's accelerated ones, the same in each round.
    Refusal read_initial(const TrfLine& line) {
        const auto words = protocol::words_of(line.text.substr(code_length));
        const auto number = words.empty() ? std::nullopt : trf_number(words.front());
        if (!number || *number < 1 || *number > trf_players_max || words.size() < 2) {
            return fault(line.number, "it must have a pairing number from 1 to " +
                                          std::to_string(trf_players_max) + ", and points.");
        }
        const auto points = trf_halves(words[1]);
        const bool is_same = std::all_of(words.begin() + 2, words.end(),
                                         [&](auto word) { return trf_halves(word) == points; });
        if (!points || !is_same) {
            return fault(line.number, "the points must be like 3.5, and the same in each round.");
        }
        initial_.emplace_back(line.number, std::pair(*number - 1, *points));
        return std::nullopt;
    }

    Refusal read_player(const TrfLine& line) {
        const std::string_view number_text = trf_columns(line.text, 5, 8);
        const auto number = trf_number(number_text);
        if (!number || *number < 1 || *number > trf_players_max) {
            return fault(line.number, "columns 5 to 8 must have a pairing number from 1 to " +
                                          std::to_string(trf_players_max) + "; got " +
                                          protocol::quotation(number_text) + ".");
        }
        if (records_.contains(*number - 1)) {
            return fault(line.number, player_text(*number - 1) + " has a line already.");
        }
        Record record{.line = line.number, .player = {}, .outcomes = {}, .halves = {}};
        record.player.name = trf_columns(line.text, 15, 47);
        record.player.federation = trf_columns(line.text, 54, 56);
        if (const Refusal refusal = read_figures(line, record)) return refusal;
        if (const Refusal refusal = read_outcomes(line, record)) return refusal;
        records_.emplace(*number - 1, std::move(record));
        return std::nullopt;
    }

    static Refusal read_figures(const TrfLine& line, Record& record) {
        const auto read = [&](int from, int to, std::string_view what, int& value) -> Refusal {
            const std::string_view text = trf_columns(line.text, from, to);
            const auto number = trf_number(text);
            if (number) value = *number;
            if (number || text.empty()) return std::nullopt;
            return fault(line.number, "the " + std::string(what) + " must be a number; got " +
                                          protocol::quotation(text) + ".");
        };
        if (const Refusal refusal = read(49, 52, "rating", record.player.rating)) return refusal;
        if (const Refusal refusal = read(86, 89, "place", record.player.place)) return refusal;
        const std::string_view points = trf_columns(line.text, 81, 84);
        record.halves = trf_halves(points);
        if (!record.halves && !points.empty()) {
            return fault(line.number,
                         "points must be like 3.5; got " + protocol::quotation(points) + ".");
        }
        return std::nullopt;
    }

    static Refusal read_outcomes(const TrfLine& line, Record& record) {
        for (int column = 92; !trf_columns(line.text, column, 2000).empty(); column += 10) {
            const int round = static_cast<int>(record.outcomes.size()) + 1;
            if (round > trf_rounds_max) {
                return fault(line.number,
                             "it has more than " + std::to_string(trf_rounds_max) + " rounds.");
            }
            Outcome outcome;
            if (const Refusal refusal = read_outcome(line, column, round, outcome)) return refusal;
            record.outcomes.push_back(outcome);
        }
        return std::nullopt;
    }

    static Refusal read_outcome(const TrfLine& line, int column, int round, Outcome& outcome) {
        const std::string_view opponent = trf_columns(line.text, column, column + 3);
        const std::string_view colour = trf_columns(line.text, column + 5, column + 5);
        const std::string_view result = trf_columns(line.text, column + 7, column + 7);
        const std::string where = "round " + std::to_string(round) + ": ";
        const auto number = opponent.empty() ? std::optional(0) : trf_number(opponent);
        if (!number || *number > trf_players_max) {
            return fault(line.number,
                         where + "no player has the number " + protocol::quotation(opponent) + ".");
        }
        const auto letter = letter_of(result.empty() ? ' ' : result[0]);
        if (!letter) {
            return fault(line.number,
                         where + "the result must be one of 1 0 = + - W D L U F H Z; got " +
                             protocol::quotation(result) + ".");
        }
        if (*number == 0) {
            // Some programs write a forfeit without an opponent.
            const bool is_game = letter->kind == Kind::game;
            if (is_game || result == "+") {
                return fault(line.number, where + "a result needs an opponent.");
            }
            outcome.kind = letter->is_paired ? Kind::absent : letter->kind;
            outcome.halves = letter->is_paired ? 0 : letter->halves;
            return std::nullopt;
        }
        if (!letter->is_paired) {
            return fault(line.number, where + "with an opponent, the result can't be " +
                                          protocol::quotation(result) + ".");
        }
        if (colour != "w" && colour != "b") {
            return fault(line.number, where + "the colour must be w or b; got " +
                                          protocol::quotation(colour) + ".");
        }
        outcome = {.kind = letter->kind,
                   .opponent = *number - 1,
                   .side = colour == "w" ? Side::first : Side::second,
                   .halves = letter->halves};
        return std::nullopt;
    }

    // --- when all lines are read ---

    Refusal complete() {
        const int count = static_cast<int>(records_.size());
        if (count == 0) return fault(std::max(1, last_line_), "no line 001 has a player.");
        if (records_.rbegin()->first != count - 1) {
            const Record& last = records_.rbegin()->second;
            return fault(last.line, "pairing numbers must be 1 to " + std::to_string(count) +
                                        "; got " + std::to_string(records_.rbegin()->first + 1) +
                                        ".");
        }
        for (auto& [index, record] : records_) {
            if (const Refusal refusal = check_opponents(index, record)) return refusal;
        }
        if (const Refusal refusal = add_players()) return refusal;
        return add_wishes();
    }

    std::size_t rounds() const {
        std::size_t rounds = 0;
        for (const auto& [index, record] : records_) {
            rounds = std::max(rounds, record.outcomes.size());
        }
        return rounds;
    }

    Refusal check_opponents(int index, const Record& record) const {
        for (std::size_t round = 0; round < record.outcomes.size(); ++round) {
            const Outcome& mine = record.outcomes[round];
            if (mine.opponent < 0) continue;
            const std::string where = "round " + std::to_string(round + 1) + ": ";
            const auto other = records_.find(mine.opponent);
            if (other == records_.end() || mine.opponent == index) {
                return fault(record.line,
                             where + player_text(mine.opponent) + " can't be the opponent.");
            }
            const auto& theirs = other->second.outcomes;
            if (theirs.size() <= round || !fit(mine, theirs[round], index)) {
                return fault(record.line, where + "the line of " + player_text(mine.opponent) +
                                              " says something else.");
            }
        }
        return std::nullopt;
    }

    // True if two outcomes belong to one game.
    static bool fit(const Outcome& mine, const Outcome& theirs, int index) {
        const int sum = mine.halves + theirs.halves;
        return theirs.opponent == index && theirs.kind == mine.kind && theirs.side != mine.side &&
               (mine.kind == Kind::game ? sum == 2 : sum <= 2);
    }

    // A last round without opponents is the one to be paired.
    bool has_plan(std::size_t rounds) const {
        if (rounds == 0) return false;
        return std::ranges::all_of(records_, [&](const auto& entry) {
            const auto& outcomes = entry.second.outcomes;
            return outcomes.size() < rounds ||
                   (outcomes.back().opponent < 0 && outcomes.back().kind != Kind::bye);
        });
    }

    Refusal add_players() {
        const std::size_t all = rounds();
        const std::size_t played = has_plan(all) ? all - 1 : all;
        if (report_.event.rounds == 0) {
            report_.event.rounds = std::min(static_cast<int>(played) + 1, trf_rounds_max);
        }
        if (static_cast<int>(played) > report_.event.rounds) {
            return fault(records_.begin()->second.line,
                         "the event has " + std::to_string(report_.event.rounds) +
                             " rounds, and the players have " + std::to_string(played) + ".");
        }
        for (auto& [index, record] : records_) {
            SwissPlayer player;
            player.is_present = record.outcomes.size() <= played;
            player.outcomes = record.outcomes;
            const int with_plan = halves(player);
            player.outcomes.resize(played);
            const int without = halves(player);
            if (record.halves && *record.halves != without && *record.halves != with_plan) {
                return fault(record.line, "the rounds add up to " + trf_points(without) +
                                              " points; got " + trf_points(*record.halves) + ".");
            }
            report_.players.push_back(std::move(record.player));
            report_.event.players.push_back(std::move(player));
        }
        return std::nullopt;
    }

    Refusal add_wishes() {
        const int count = static_cast<int>(report_.players.size());
        for (const auto* lists : {&apart_, &away_}) {
            for (const auto& [line, numbers] : *lists) {
                for (const int number : numbers) {
                    if (number >= count) {
                        return fault(line, "there is no " + player_text(number) + ".");
                    }
                }
            }
        }
        for (const auto& [line, initial] : initial_) {
            if (initial.first >= count) {
                return fault(line, "there is no " + player_text(initial.first) + ".");
            }
            report_.event.players[static_cast<std::size_t>(initial.first)].initial_halves =
                initial.second;
        }
        for (const auto& [line, numbers] : away_) {
            for (const int number : numbers) {
                report_.event.players[static_cast<std::size_t>(number)].is_present = false;
            }
        }
        add_apart(count);
        return std::nullopt;
    }

    // Each pair once, however often the lines name it.
    void add_apart(int count) {
        PairSet is_apart(count);
        for (auto& [line, numbers] : apart_) {
            std::ranges::sort(numbers);
            const auto [end, last] = std::ranges::unique(numbers);
            numbers.erase(end, last);
            for (const int a : numbers) {
                for (const int b : numbers) is_apart.add(a, b);
            }
        }
        for (int a = 0; a < count; ++a) {
            for (int b = a + 1; b < count; ++b) {
                if (is_apart.contains(a, b)) report_.event.apart.emplace_back(a, b);
            }
        }
    }

    Trf report_;
    std::map<int, Record> records_;
    LinesOfNumbers apart_;
    LinesOfNumbers away_;
    std::vector<std::pair<int, std::pair<int, int>>> initial_;  // by line: a player and halves
    int last_line_ = 0;
};

}  // namespace

protocol::Result<Trf> read_trf(std::string_view text) {
    return Reader().read(text);
}

}  // namespace tanbo::pairing

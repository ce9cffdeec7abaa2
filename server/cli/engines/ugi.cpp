#include "server/cli/engines/ugi.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/notation.hpp"
#include "server/cli/engines/limit_text.hpp"
#include "server/cli/engines/time_share.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using std::chrono::milliseconds;

constexpr int word_columns_max = 40;

Step told(std::string text) {
    return {.replies = {"info string " + std::move(text)}};
}

std::string quoted(std::string_view word) {
    return "\"" + cut(printable(word), word_columns_max) + "\"";
}

GameLine first_line() {
    return std::get<GameLine>(line_of_setup("19x19"));
}

// "p3"
std::string player(engine::Seat seat) {
    return "p" + std::to_string(engine::index_of(seat) + 1);
}

// The parameters of "go", by name.
struct Going {
    std::optional<std::uint64_t> nodes;
    std::optional<std::uint64_t> movetime;
    std::array<std::optional<std::uint64_t>, engine::seats_max> time;
    std::array<std::optional<std::uint64_t>, engine::seats_max> increment;
    bool is_infinite = false;

    // The place of a number of this name; null if there is none.
    std::optional<std::uint64_t>* number(std::string_view name) {
        if (name == "nodes") return &nodes;
        if (name == "movetime") return &movetime;
        const bool is_of_player =
            name.size() > 2 && name[0] == 'p' && name[1] >= '1' && name[1] <= '8';
        if (!is_of_player) return nullptr;
        const auto index = static_cast<std::size_t>(name[1] - '1');
        if (name.substr(2) == "time") return &time[index];
        if (name.substr(2) == "inc") return &increment[index];
        return nullptr;
    }
};

// Words that are no limits, and limits without a number, go to `ignored`.
Going read_going(std::span<const std::string_view> words, std::vector<std::string_view>& ignored) {
    Going going;
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto* const number = going.number(words[i]);
        const auto limit = i + 1 < words.size() ? read_limit(words[i + 1]) : std::nullopt;
        if (words[i] == "infinite") {
            going.is_infinite = true;
        } else if (number != nullptr && limit) {
            *number = limit;
            ++i;
        } else {
            ignored.push_back(words[i]);
        }
    }
    return going;
}

// `info string ignored "depth" "3"`; nothing if nothing was.
std::vector<std::string> told_ignored(std::span<const std::string_view> ignored) {
    constexpr std::size_t words_max = 4;
    if (ignored.empty()) return {};
    std::string text = "ignored";
    for (const std::string_view word : ignored.first(std::min(ignored.size(), words_max))) {
        text += " " + quoted(word);
    }
    if (ignored.size() > words_max) {
        text += " and " + std::to_string(ignored.size() - words_max) + " more";
    }
    return told(std::move(text)).replies;
}

Limits limits_of(const Going& going, engine::Seat to_move, std::optional<int> level) {
    constexpr milliseconds time_by_default{1000};
    Limits limits;
    limits.level = level;
    limits.waits_for_stop = going.is_infinite;
    if (going.is_infinite) return limits;
    const auto seat = static_cast<std::size_t>(engine::index_of(to_move));
    limits.simulations = going.nodes;
    if (going.movetime) limits.time = milliseconds(*going.movetime);
    if (going.time[seat] && !limits.time) {
        limits.time = share_of(milliseconds(*going.time[seat]),
                               milliseconds(going.increment[seat].value_or(0)));
    }
    if (!limits.simulations && !limits.time && !level) limits.time = time_by_default;
    return limits;
}

std::string result_of(const engine::Position& position) {
    return position.winner() ? player(*position.winner()) + "win" : "none";
}

std::string legal_of(const engine::Position& position) {
    if (!position.to_move()) return "none";
    const auto legal = position.legal_points(*position.to_move());
    std::vector<engine::Point> points(legal.begin(), legal.end());
    std::ranges::sort(points);
    std::string text;
    for (const engine::Point point : points) {
        if (!text.empty()) text += ' ';
        text += engine::point_name(position.lattice(), point);
    }
    return text;
}

// An option with a number.
std::string spin(std::string_view name, unsigned usual, unsigned least, unsigned most) {
    return "option name " + std::string(name) + " type spin default " + std::to_string(usual) +
           " min " + std::to_string(least) + " max " + std::to_string(most);
}

const char* yes_or_no(bool is_true) {
    return is_true ? "true" : "false";
}

// Nothing if there is no such question.
std::optional<std::string> answer_of(std::string_view question, const engine::Position& position) {
    if (question == "gameover") return yes_or_no(position.is_over());
    if (question == "result") return result_of(position);
    if (question == "turn") return position.to_move() ? player(*position.to_move()) : "none";
    if (question == "legal") return legal_of(position);
    for (int i = 0; i < position.opening().seats(); ++i) {
        const engine::Seat seat = engine::seat_at(i);
        if (question == player(seat) + "turn") return yes_or_no(position.to_move() == seat);
    }
    return std::nullopt;
}

// A share of one in thousandths: "0.531".
std::string share_text(double share) {
    constexpr long thousand = 1000;
    const long thousandths = std::clamp(std::lround(share * thousand), 0L, thousand);
    const std::string digits = std::to_string(thousand + thousandths);
    return std::string(thousandths == thousand ? "1." : "0.") + digits.substr(1);
}

std::string info(const GameLine& line, const SearchResult& result, milliseconds elapsed) {
    const auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(elapsed.count(), 1));
    std::string text = "info nodes " + std::to_string(result.simulations) + " time " +
                       std::to_string(elapsed.count()) + " nps " +
                       std::to_string(result.simulations * 1000 / ms);
    if (!result.chances.empty()) text += " chances";
    for (const double chance : result.chances) text += " " + share_text(chance);
    if (!result.line.empty()) text += " pv";
    for (const engine::Point point : result.line) {
        text += " " + engine::point_name(line.opening().lattice(), point);
    }
    return text;
}

}  // namespace

struct UgiSession::Command {
    std::string_view name;
    Step (*run)(UgiSession&, Words);
    bool waits;  // is refused while a search runs
};

UgiSession::UgiSession(const EngineSettings& settings) : line_(first_line()), settings_(settings) {}

Step UgiSession::on_line(std::string_view line) {
    static constexpr Command commands[] = {
        {"ugi", greet, false},
        {"isready", send_ready, false},
        {"uginewgame", begin_game, true},
        {"setoption", set_option, true},
        {"position", set_position, true},
        {"go", go, true},
        {"stop", stop, false},
        {"query", query, false},
        {"quit", quit, false},
    };
    const auto words = words_of(line);
    if (words.empty()) return {};
    const auto* const command = std::ranges::find(commands, words.front(), &Command::name);
    if (command == std::end(commands)) return told(quoted(words.front()) + " is not a command");
    if (command->waits && is_searching_) {
        return told(quoted(words.front()) + " must wait until bestmove");
    }
    return command->run(*this, Words(words).subspan(1));
}

std::string UgiSession::on_progress(const SearchResult& result, milliseconds elapsed) const {
    return info(line_, result, elapsed);
}

Step UgiSession::on_found(const SearchResult& result, milliseconds elapsed) {
    is_searching_ = false;
    return {.replies = {info(line_, result, elapsed),
                        "bestmove " + engine::point_name(line_.opening().lattice(), result.best)}};
}

Step UgiSession::greet(UgiSession& self, Words) {
    return {.replies = {"id name Tanbo", "id author the authors of the Tanbo server",
                        spin("Level", 0, 0, level_max),
                        spin("Threads", self.settings_.threads, 1, threads_max),
                        spin("Memory", self.settings_.memory_mb, 1, memory_mb_max), "ugiok"}};
}

Step UgiSession::send_ready(UgiSession&, Words) {
    return {.replies = {"readyok"}};
}

Step UgiSession::begin_game(UgiSession& self, Words) {
    self.line_ = first_line();
    return {};
}

Step UgiSession::set_option(UgiSession& self, Words words) {
    if (words.size() != 4 || words[0] != "name" || words[2] != "value") {
        return told("usage: setoption name NAME value VALUE");
    }
    const auto value = read_number(words[3], limit_max);
    if (words[1] == "Level") {
        if (!value || *value > level_max) {
            return told("Level must be from 1 to 10, or 0 for full strength");
        }
        self.level_ = *value == 0 ? std::nullopt : std::optional(static_cast<int>(*value));
        return {};
    }
    const bool is_threads = words[1] == "Threads";
    if (!is_threads && words[1] != "Memory") return told("unknown option " + quoted(words[1]));
    const unsigned most = is_threads ? threads_max : memory_mb_max;
    if (!value || *value == 0 || *value > most) {
        return told(std::string(words[1]) + " must be from 1 to " + std::to_string(most));
    }
    unsigned& setting = is_threads ? self.settings_.threads : self.settings_.memory_mb;
    setting = static_cast<unsigned>(*value);
    return {.settings = self.settings_};
}

Step UgiSession::set_position(UgiSession& self, Words words) {
    auto read = read_position(words);
    if (const auto* const wrong = std::get_if<std::string>(&read)) return told(*wrong);
    self.line_ = std::get<GameLine>(std::move(read));
    return {};
}

Step UgiSession::go(UgiSession& self, Words words) {
    const auto to_move = self.line_.position().to_move();
    if (!to_move) return {.replies = {"info string the game is over", "bestmove none"}};
    std::vector<std::string_view> ignored;
    const Limits limits = limits_of(read_going(words, ignored), *to_move, self.level_);
    self.is_searching_ = true;
    return {.replies = told_ignored(ignored), .search = Search{self.line_, limits}};
}

Step UgiSession::stop(UgiSession& self, Words) {
    return {.stops = self.is_searching_};
}

Step UgiSession::query(UgiSession& self, Words words) {
    const std::string_view question = words.empty() ? std::string_view() : words.front();
    const auto answer = answer_of(question, self.line_.position());
    if (!answer) return told("unknown query " + quoted(question));
    return {.replies = {"response " + *answer}};
}

Step UgiSession::quit(UgiSession& self, Words) {
    return {.stops = self.is_searching_, .quits = true};
}

}  // namespace tanbo::cli

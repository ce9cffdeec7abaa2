#include "server/cli/engines/gtp.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/notation.hpp"
#include "protocol/boards/text_board.hpp"
#include "protocol/json/words.hpp"
#include "server/cli/engines/limit_text.hpp"
#include "server/cli/engines/time_share.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

using engine::Seat;
using std::chrono::milliseconds;

struct GtpSession::Answer {
    std::string text = {};
    bool is_refusal = false;
    std::optional<Search> search = {};
    bool quits = false;
};

struct GtpSession::Command {
    std::string_view name;
    Answer (*run)(GtpSession&, Words);
};

namespace {

constexpr std::uint64_t seconds_max = 1'000'000'000;

std::optional<std::uint64_t> number_at(std::span<const std::string_view> words, std::size_t index) {
    return index < words.size() ? read_number(words[index], seconds_max) : std::nullopt;
}

// A time as controllers write it: below 0 it is 0, a fraction is cut off, and what is too much is
// seconds_max. Nothing if there is no number.
std::optional<std::uint64_t> time_at(std::span<const std::string_view> words, std::size_t index) {
    const auto limit = index < words.size() ? read_limit(words[index]) : std::nullopt;
    return limit ? std::optional(std::min(*limit, seconds_max)) : std::nullopt;
}

// "=7 text" and an empty line.
std::string response(char mark, const std::string& id, std::string_view text) {
    return mark + id + (text.empty() ? "" : " ") + std::string(text) + "\n";
}

// The line without what GTP drops: comments and control characters but for tabs.
std::string cleaned(std::string_view line) {
    std::string clean;
    for (const char c : line.substr(0, line.find('#'))) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 32 || c == '\t') clean += c == '\t' ? ' ' : c;
    }
    return clean;
}

GameLine first_line() {
    return std::get<GameLine>(line_of_setup("19x19"));
}

// The setup of a board of that many points a side, if the game has one.
std::string_view setup_of_size(std::uint64_t size) {
    switch (size) {
        case 9:
            return "9x9";
        case 13:
            return "13x13";
        case 19:
            return "19x19";
        case 7:
            return "7x7-dense";
        case 11:
            return "11x11-dense";
        case 15:
            return "15x15-dense";
        default:
            return {};
    }
}

std::string names(const engine::Lattice& lattice, std::span<const engine::Point> points) {
    std::string text;
    for (const engine::Point point : points) {
        if (!text.empty()) text += ' ';
        text += engine::point_name(lattice, point);
    }
    return text;
}

// As text without empty lines, which would end the response.
std::string board_text(const engine::Position& position) {
    std::string text;
    char last = '\n';
    for (const char c : protocol::text_board(protocol::BoardView(position))) {
        if (c != '\n' || last != '\n') text += c;
        last = c;
    }
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

}  // namespace

GtpSession::GtpSession() : line_(first_line()) {}

std::span<const GtpSession::Command> GtpSession::commands() {
    static const Command rows[] = {
        {"protocol_version", [](GtpSession&, Words) { return Answer{"2"}; }},
        {"name", [](GtpSession&, Words) { return Answer{"Tanbo"}; }},
        {"version", [](GtpSession&, Words) { return Answer{"1"}; }},
        {"known_command", [](GtpSession& s, Words w) { return s.known_command(w); }},
        {"list_commands", [](GtpSession& s, Words w) { return s.list_commands(w); }},
        {"quit", [](GtpSession&, Words) { return Answer{.quits = true}; }},
        {"boardsize", [](GtpSession& s, Words w) { return s.boardsize(w); }},
        {"clear_board", [](GtpSession& s, Words w) { return s.clear_board(w); }},
        {"komi", [](GtpSession&, Words) { return Answer{}; }},
        {"play", [](GtpSession& s, Words w) { return s.play(w); }},
        {"genmove", [](GtpSession& s, Words w) { return s.genmove(w); }},
        {"reg_genmove", [](GtpSession& s, Words w) { return s.reg_genmove(w); }},
        {"undo", [](GtpSession& s, Words w) { return s.undo(w); }},
        {"showboard", [](GtpSession& s, Words w) { return s.showboard(w); }},
        {"time_settings", [](GtpSession& s, Words w) { return s.time_settings(w); }},
        {"time_left", [](GtpSession& s, Words w) { return s.time_left(w); }},
        {"final_score", [](GtpSession& s, Words w) { return s.final_score(w); }},
        {"tanbo-setup", [](GtpSession& s, Words w) { return s.setup(w); }},
        {"tanbo-setups", [](GtpSession& s, Words w) { return s.setups(w); }},
        {"tanbo-leave", [](GtpSession& s, Words w) { return s.leave(w); }},
        {"tanbo-legal", [](GtpSession& s, Words w) { return s.legal(w); }},
        {"tanbo-level", [](GtpSession& s, Words w) { return s.level(w); }},
        {"tanbo-analyze", [](GtpSession& s, Words w) { return s.analyze(w); }},
    };
    return rows;
}

Step GtpSession::on_line(std::string_view line) {
    if (after_ == After::nothing) return obey(line);
    if (waiting_.size() == gtp_waiting_max) {
        return {.replies = {response('?', "", "too many waiting commands")}};
    }
    waiting_.emplace_back(line);
    return {};
}

Step GtpSession::obey(std::string_view line) {
    const std::string clean = cleaned(line);
    const auto all = words_of(clean);
    Words words = all;
    if (words.empty()) return {};
    std::string id;
    if (read_number(words.front(), seconds_max)) {
        id = words.front();
        words = words.subspan(1);
    }
    if (words.empty()) return {.replies = {response('?', id, "no command")}};
    Answer answer = run(words);
    if (!answer.search) {
        return {.replies = {response(answer.is_refusal ? '?' : '=', id, answer.text)},
                .quits = answer.quits};
    }
    id_ = id;
    return {.search = std::move(answer.search)};
}

GtpSession::Answer GtpSession::run(Words words) {
    const auto rows = commands();
    const auto row = std::ranges::find(rows, words.front(), &Command::name);
    if (row == rows.end()) return {"unknown command", true};
    return row->run(*this, words.subspan(1));
}

Step GtpSession::on_found(const SearchResult& result) {
    Step step{.replies = {response('=', id_, found(result))}};
    after_ = After::nothing;
    while (!waiting_.empty() && !step.search && !step.quits) {
        Step next = obey(waiting_.front());
        waiting_.pop_front();
        std::ranges::move(next.replies, std::back_inserter(step.replies));
        step.search = std::move(next.search);
        step.quits = next.quits;
    }
    return step;
}

std::string GtpSession::found(const SearchResult& result) {
    if (after_ == After::analysis) return analysis(result);
    const std::string name = engine::point_name(line_.opening().lattice(), result.best);
    if (after_ == After::move) line_.play(result.best);
    return name;
}

// A line for each of the best moves.
std::string GtpSession::analysis(const SearchResult& result) const {
    constexpr std::size_t moves_max = 10;
    constexpr double thousand = 1000;
    std::string text;
    for (const Candidate& move : result.candidates) {
        if (static_cast<std::size_t>(&move - result.candidates.data()) == moves_max) break;
        const long chance = std::lround(move.chance * thousand);
        if (!text.empty()) text += '\n';
        text += "move " + engine::point_name(line_.opening().lattice(), move.point) + " visits " +
                std::to_string(move.visits) + " chance 0." +
                std::to_string(1000 + std::min(chance, 999L)).substr(1);
        if (move.proven != Proven::open) text += move.proven == Proven::won ? " won" : " lost";
        if (move.point == result.best) {
            text += " pv " + names(line_.opening().lattice(), result.line);
        }
    }
    return text;
}

GtpSession::Answer GtpSession::search(After after, Limits limits) {
    after_ = after;
    return {.search = Search{line_, limits}};
}

Limits GtpSession::limits(Seat seat) const {
    constexpr milliseconds time_by_default{1000};
    Limits limits;
    limits.level = level_;
    const auto left = left_.find(seat);
    std::optional<Time> time = settings_;
    if (left != left_.end()) time = left->second;
    if (time) {
        limits.time = time->moves == 0
                          ? share_of(time->left)
                          : time->left / static_cast<std::int64_t>(time->moves) * 4 / 5;
        limits.time = std::max(*limits.time, milliseconds{1});
    } else if (!level_) {
        limits.time = time_by_default;
    }
    return limits;
}

std::optional<Seat> GtpSession::seat(std::string_view name) const {
    std::string word = protocol::lower(name);
    if (word == "b") word = "black";
    if (word == "w") word = "white";
    const auto seat = engine::parse_seat(word);
    if (!seat || engine::index_of(*seat) >= line_.opening().seats()) return std::nullopt;
    return seat;
}

GtpSession::Answer GtpSession::list_commands(Words) {
    std::string list;
    for (const Command& row : commands()) {
        if (!list.empty()) list += '\n';
        list += row.name;
    }
    return {list};
}

GtpSession::Answer GtpSession::known_command(Words words) {
    const bool is_known = !words.empty() && std::ranges::find(commands(), words.front(),
                                                              &Command::name) != commands().end();
    return {is_known ? "true" : "false"};
}

GtpSession::Answer GtpSession::boardsize(Words words) {
    const auto size = number_at(words, 0);
    const std::string_view id = size ? setup_of_size(*size) : std::string_view();
    if (id.empty()) return {"unacceptable size", true};
    const std::string_view named[] = {id};
    return setup(named);
}

GtpSession::Answer GtpSession::setup(Words words) {
    if (words.empty()) return {"usage: tanbo-setup ID, or tanbo-setup fen BOARD", true};
    const bool is_fen = words.front() == "fen" && words.size() == 2;
    const std::string_view named[] = {"setup", words.front()};
    auto read = read_position(is_fen ? words : Words(named));
    if (const auto* const wrong = std::get_if<std::string>(&read)) return {*wrong, true};
    line_ = std::get<GameLine>(std::move(read));
    left_.clear();
    return {};
}

GtpSession::Answer GtpSession::setups(Words) {
    std::string list;
    for (const engine::Setup& setup : engine::setups()) {
        if (!list.empty()) list += '\n';
        list += setup.id;
    }
    return {list};
}

GtpSession::Answer GtpSession::clear_board(Words) {
    line_ = GameLine(line_.setup(), line_.shared_opening());
    left_.clear();
    return {};
}

GtpSession::Answer GtpSession::play(Words words) {
    const auto mover = words.size() == 2 ? seat(words[0]) : std::nullopt;
    if (!mover) return {"usage: play SEAT POINT", true};
    if (protocol::lower(words[1]) == "resign") return leave(words.first(1));
    if (line_.position().to_move() != mover) return {"illegal move", true};
    if (take_turn(line_, words[1])) return {"illegal move", true};
    return {};
}

GtpSession::Answer GtpSession::leave(Words words) {
    const auto leaver = words.empty() ? std::nullopt : seat(words[0]);
    if (!leaver) return {"usage: tanbo-leave SEAT", true};
    const engine::Illegal illegal = line_.leave(*leaver);
    if (illegal == engine::Illegal::none) return {};
    return {std::string(engine::illegal_name(illegal)), true};
}

GtpSession::Answer GtpSession::genmove(Words words) {
    const auto mover = words.empty() ? std::nullopt : seat(words[0]);
    if (!mover) return {"usage: genmove SEAT", true};
    if (line_.position().is_over()) return {"the game is over", true};
    if (line_.position().to_move() != mover) return {"another seat is to move", true};
    return search(After::move, limits(*mover));
}

GtpSession::Answer GtpSession::reg_genmove(Words words) {
    Answer answer = genmove(words);
    if (answer.search) after_ = After::opinion;
    return answer;
}

GtpSession::Answer GtpSession::undo(Words) {
    if (!line_.take_back()) return {"cannot undo", true};
    return {};
}

GtpSession::Answer GtpSession::showboard(Words) {
    return {"\n" + board_text(line_.position())};
}

GtpSession::Answer GtpSession::time_settings(Words words) {
    const auto main = time_at(words, 0);
    const auto byo = time_at(words, 1);
    const auto stones = time_at(words, 2);
    if (!main || !byo || !stones) return {"usage: time_settings MAIN PERIOD STONES", true};
    left_.clear();
    settings_ = Time{std::chrono::seconds(*main), 0};
    if (*main == 0) settings_ = Time{std::chrono::seconds(*byo), *stones};
    if (*byo > 0 && *stones == 0) settings_.reset();  // as GTP says "no limit"
    return {};
}

GtpSession::Answer GtpSession::time_left(Words words) {
    const auto whose = words.empty() ? std::nullopt : seat(words[0]);
    const auto seconds = time_at(words, 1);
    const auto stones = time_at(words, 2);
    if (!whose || !seconds || !stones) return {"usage: time_left SEAT SECONDS STONES", true};
    left_[*whose] = {std::chrono::seconds(*seconds), *stones};
    return {};
}

GtpSession::Answer GtpSession::final_score(Words) {
    const auto winner = line_.position().winner();
    if (!winner) return {"the game is not over", true};
    if (*winner == Seat::black) return {"B+R"};
    if (*winner == Seat::white) return {"W+R"};
    return {std::string(engine::seat_name(*winner))};
}

GtpSession::Answer GtpSession::level(Words words) {
    const auto wanted = number_at(words, 0);
    if (!wanted || *wanted > level_max) return {"usage: tanbo-level 0 to 10", true};
    level_ = *wanted == 0 ? std::nullopt : std::optional(static_cast<int>(*wanted));
    return {};
}

GtpSession::Answer GtpSession::analyze(Words words) {
    constexpr std::uint64_t simulations_by_default = 1000;
    constexpr std::uint64_t simulations_max = 10'000'000;
    const auto wanted = words.empty() ? simulations_by_default : number_at(words, 0);
    if (!wanted || *wanted == 0 || *wanted > simulations_max) {
        return {"usage: tanbo-analyze SIMULATIONS", true};
    }
    if (line_.position().is_over()) return {"the game is over", true};
    return search(After::analysis, {.simulations = wanted});
}

GtpSession::Answer GtpSession::legal(Words) {
    const engine::Position& position = line_.position();
    if (!position.to_move()) return {};
    const auto legal = position.legal_points(*position.to_move());
    std::vector<engine::Point> points(legal.begin(), legal.end());
    std::ranges::sort(points);
    return {names(position.lattice(), points)};
}

}  // namespace tanbo::cli

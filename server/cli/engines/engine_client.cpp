#include "server/cli/engines/engine_client.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "protocol/json/words.hpp"

namespace tanbo::cli {

namespace {

using Kind = EngineReply::Kind;

// Boards of GTP are squares of at most 25 points a side with the vertices of go.
constexpr int gtp_side_max = 25;

bool is_beginning(const GameLine& part, const GameLine& whole) {
    const auto had = part.turns();
    const auto has = whole.turns();
    return part.shared_opening() == whole.shared_opening() && had.size() <= has.size() &&
           std::ranges::equal(had, has.first(had.size()));
}

std::string gtp_turn(const engine::Lattice& lattice, const Turn& turn) {
    const std::string seat(engine::seat_name(turn.seat));
    if (turn.is_leaving()) return "tanbo-leave " + seat;
    return "play " + seat + " " + turn_text(lattice, turn);
}

}  // namespace

std::vector<std::string> EngineClient::greet() {
    return {"ugi"};
}

std::vector<std::string> EngineClient::ask(const GameLine& line, const MoveRequest& question) {
    state_ = State::thinking;
    if (!speaks_gtp_) {
        const std::string limit = question.simulations
                                      ? "nodes " + std::to_string(*question.simulations)
                                      : "movetime " + std::to_string(question.time.count());
        return {"position " + position_text(line), "go " + limit};
    }
    std::vector<std::string> lines;
    send_board(line, lines);
    const std::string seat(engine::seat_name(*line.position().to_move()));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(allotted_time(question));
    lines.push_back(numbered("time_left " + seat + " " + std::to_string(seconds.count()) + " 1"));
    lines.push_back(numbered("genmove " + seat));
    return lines;
}

std::chrono::milliseconds EngineClient::allotted_time(const MoveRequest& question) const {
    if (!speaks_gtp_) return question.time;
    return std::max(std::chrono::ceil<std::chrono::seconds>(question.time),
                    std::chrono::seconds{1});
}

void EngineClient::send_board(const GameLine& line, std::vector<std::string>& lines) {
    std::size_t known = 0;
    if (told_ && is_beginning(*told_, line)) {
        known = told_->turns().size();
    } else {
        const engine::Opening& opening = line.opening();
        const std::string board = line.setup().empty() ? "fen " + fen_of(opening) : line.setup();
        lines.push_back(numbered(
            knows_setups_ ? "tanbo-setup " + board
                          : "boardsize " + std::to_string(opening.lattice().extents().front())));
        lines.push_back(numbered("clear_board"));
    }
    for (const Turn& turn : line.turns().subspan(known)) {
        lines.push_back(numbered(gtp_turn(line.opening().lattice(), turn)));
    }
    told_ = line;
}

std::string EngineClient::numbered(std::string command) {
    return std::to_string(++number_) + " " + std::move(command);
}

bool EngineClient::can_play(const engine::Opening& opening) const {
    if (!speaks_gtp_) return true;
    const auto extents = opening.lattice().extents();
    const bool is_square = extents.size() == 2 && extents[0] == extents[1];
    const bool is_known = knows_setups_ || (opening.seats() == 2 && is_square);
    return is_known && (!is_square || extents[0] <= gtp_side_max);
}

EngineReply EngineClient::on_line(std::string_view line) {
    while (line.ends_with('\r') || line.ends_with(' ')) line.remove_suffix(1);
    if (state_ == State::greeting && !line.empty() &&
        (line.front() == '?' || line.front() == '=')) {
        speaks_gtp_ = true;
        state_ = State::probing;
        return {.kind = Kind::greets, .replies = {numbered("known_command tanbo-setup")}};
    }
    return speaks_gtp_ ? on_gtp(line) : on_ugi(line);
}

EngineReply EngineClient::on_ugi(std::string_view line) {
    const auto words = words_of(line);
    if (words.empty()) return {};
    if (state_ == State::greeting && words[0] == "ugiok") {
        state_ = State::probing;
        return {.kind = Kind::greets, .replies = {"isready"}};
    }
    if (state_ == State::probing && words[0] == "readyok") {
        state_ = State::idle;
        return {.kind = Kind::ready};
    }
    if (state_ != State::thinking || words[0] != "bestmove") return {};
    state_ = State::idle;
    if (words.size() < 2) return {.kind = Kind::refuses, .text = std::string(line)};
    if (protocol::lower(words[1]) == "resign") return {.kind = Kind::resigns};
    return {.kind = Kind::move, .text = std::string(words[1])};
}

EngineReply EngineClient::on_gtp(std::string_view line) {
    if (line.empty() || (line.front() != '=' && line.front() != '?')) return {};
    const bool is_refusal = line.front() == '?';
    line.remove_prefix(1);
    std::uint64_t id = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), id);
    if (error != std::errc()) return {};
    const auto words = words_of(std::string_view(end, line.data() + line.size()));
    if (state_ == State::probing && id == number_) {
        knows_setups_ = !is_refusal && !words.empty() && words[0] == "true";
        state_ = State::idle;
        return {.kind = Kind::ready};
    }
    if (state_ != State::thinking) return {};
    if (is_refusal) return on_gtp_refusal(id, line);
    if (id != number_) return {};
    state_ = State::idle;
    const std::string word = words.empty() ? std::string() : std::string(words[0]);
    if (protocol::lower(word) == "resign") return {.kind = Kind::resigns};
    if (take_turn(*told_, word)) told_.reset();
    return {.kind = Kind::move, .text = word};
}

// That it does not keep time is no reason to give up on it.
EngineReply EngineClient::on_gtp_refusal(std::uint64_t id, std::string_view text) {
    if (id + 1 == number_) return {};
    const bool was_asked_last = id == number_;
    told_.reset();
    if (was_asked_last) state_ = State::idle;
    return {.kind = Kind::refuses, .text = std::string(text)};
}

}  // namespace tanbo::cli

#include "server/cli/engines/player.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/notation.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using Clock = std::chrono::steady_clock;

// The chance of the most promising move: the position is worth as much.
std::optional<double> best_chance(const SearchResult& result) {
    if (result.candidates.empty()) return std::nullopt;
    return std::ranges::max(result.candidates, {}, &Candidate::chance).chance;
}

// "10 s", "0.3 s"
std::string seconds_text(std::chrono::milliseconds time) {
    std::string text = std::to_string(time.count() / 1000);
    const auto tenths = time.count() % 1000 / 100;
    if (tenths > 0) text += "." + std::to_string(tenths);
    return text + " s";
}

Choice checked(const GameLine& line, const std::string& name) {
    const auto point = engine::parse_point(line.opening().lattice(), name);
    constexpr int columns_max = 20;
    const auto illegal = point ? line.position().legality(*point) : engine::Illegal::off_board;
    if (illegal == engine::Illegal::none) return {.kind = Choice::Kind::move, .point = *point};
    return {.fault = "played " + cut(printable(name), columns_max) + ", which is " +
                     std::string(engine::illegal_name(illegal))};
}

}  // namespace

ThinkingPlayer::ThinkingPlayer(std::unique_ptr<Engine> engine) : engine_(std::move(engine)) {}

Choice ThinkingPlayer::choose(const GameLine& line, const Limits& limits) {
    engine_->begin(line, limits);
    while (!engine_->think({})) {
    }
    const SearchResult result = engine_->result();
    return {.kind = Choice::Kind::move, .point = result.best, .chance = best_chance(result)};
}

ProgramPlayer::ProgramPlayer(std::string command, const ProgramTimes& times, bool starts_each_move)
    : command_(std::move(command)), times_(times), starts_each_move_(starts_each_move) {}

std::optional<std::string> ProgramPlayer::start() {
    child_.reset();
    client_ = EngineClient();
    const Time deadline = times_.start_deadline(false, Clock::now());
    try {
        child_ = std::make_unique<ChildProcess>(command_);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    auto reply = send(client_.greet(), deadline) ? listen(deadline) : std::nullopt;
    const bool has_greeted = reply && reply->kind == EngineReply::Kind::greets;
    if (has_greeted) reply = listen(times_.start_deadline(true, Clock::now()));
    if (reply && reply->kind == EngineReply::Kind::ready) return std::nullopt;
    std::string why = why_not_started(has_greeted);
    child_.reset();
    return why;
}

// Requires: the child is still there.
std::string ProgramPlayer::why_not_started(bool has_greeted) const {
    const std::string ready = client_.is_gtp() ? "an answer to known_command" : "readyok";
    if (child_->has_ended()) {
        return "it " + child_->end_in_words() + " before it sent " +
               (has_greeted ? ready : "ugiok");
    }
    if (has_greeted) return "it did not send " + ready + " within " + seconds_text(times_.ready);
    return "it sent neither ugiok nor \"?\" within " + seconds_text(times_.start) +
           "; to wait longer, use --starttime";
}

bool ProgramPlayer::can_play(const engine::Opening& opening) const {
    return client_.can_play(opening);
}

bool ProgramPlayer::send(const std::vector<std::string>& lines, Time deadline) {
    return std::ranges::all_of(
        lines, [&](const std::string& line) { return child_->send(line, deadline); });
}

std::optional<EngineReply> ProgramPlayer::listen(Time deadline) {
    while (Clock::now() < deadline) {
        const auto line = child_->receive(deadline);
        if (!line) return std::nullopt;
        EngineReply reply = client_.on_line(*line);
        if (!send(reply.replies, deadline)) return std::nullopt;
        if (reply.kind != EngineReply::Kind::nothing) return reply;
    }
    return std::nullopt;
}

// A program that has failed is not trusted with anything further, whatever it thinks the board is.
Choice ProgramPlayer::choose(const GameLine& line, const Limits& limits) {
    if (!child_) {
        if (const auto fault = start()) return {.fault = "does not start: " + *fault};
    }
    if (!can_play(line.opening())) {
        return {.kind = Choice::Kind::unable, .fault = "doesn't support this board"};
    }
    Choice choice = ask(line, limits);
    if (choice.kind == Choice::Kind::fails || starts_each_move_) child_.reset();
    return choice;
}

// Requires: it runs, can_play().
Choice ProgramPlayer::ask(const GameLine& line, const Limits& limits) {
    constexpr std::chrono::milliseconds time_by_default{1000};
    const MoveRequest question{limits.time.value_or(time_by_default), limits.simulations};
    const Time deadline = Clock::now() + client_.allotted_time(question) + times_.grace;
    if (!send(client_.ask(line, question), deadline)) {
        return {.fault = child_->has_ended() ? "has ended" : "does not read its input"};
    }
    const auto reply = listen(deadline);
    if (!reply) return {.fault = child_->has_ended() ? "has ended" : "gave no move in time"};
    if (reply->kind == EngineReply::Kind::resigns) return {.kind = Choice::Kind::resigns};
    if (reply->kind == EngineReply::Kind::move) return checked(line, reply->text);
    return {.fault = "refuses: " + printable(reply->text)};
}

}  // namespace tanbo::cli

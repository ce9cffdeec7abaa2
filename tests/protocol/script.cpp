#include "tests/protocol/script.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>

#include "engine/notation.hpp"

namespace tanbo::protocol {

using engine::Event;
using engine::Match;
using engine::Opening;
using engine::Seat;

namespace {

Event open_event(std::string_view setup, std::shared_ptr<const Opening> opening,
                 engine::Visibility visibility) {
    engine::GameOpened opened;
    opened.setup = setup;
    opened.seats.resize(static_cast<std::size_t>(opening->seats()));
    opened.seats.front() = {player(1), true};
    opened.opening = std::move(opening);
    opened.visibility = visibility;
    opened.creator = player(1);
    return {1, second(0), std::move(opened)};
}

}  // namespace

engine::Player player(int number) {
    static const std::array<std::string, 8> handles{"anna", "ben",   "carla", "dora",
                                                    "emil", "frida", "gus",   "hanna"};
    return {AccountId{number}, handles.at(static_cast<std::size_t>(number - 1))};
}

engine::Instant second(int after_noon) {
    return engine::Instant(std::chrono::sys_days(std::chrono::year(2026) / 3 / 1)) +
           std::chrono::hours(12) + std::chrono::seconds(after_noon);
}

Script::Script(std::string_view setup, std::shared_ptr<const Opening> opening,
               engine::Visibility visibility)
    : log_{open_event(setup, std::move(opening), visibility)},
      match_(Match::open(log_.front()).value()) {}

Script::Script(std::string_view setup, engine::Visibility visibility)
    : Script(setup, engine::find_setup(setup)->opening, visibility) {}

Script::Script(std::shared_ptr<const Opening> opening)
    : Script("", std::move(opening), engine::Visibility::everyone) {}

void Script::submit(const engine::Command& command) {
    engine::Decision decision =
        engine::decide(match_, command, second(static_cast<int>(match_.seq())));
    auto& decided = std::get<engine::Decided>(decision);
    log_.insert(log_.end(), decided.events.begin(), decided.events.end());
    match_ = *decided.next;
}

AccountId Script::mover() const {
    const auto seat = static_cast<std::size_t>(engine::index_of(match_.to_move().value()));
    return match_.seats()[seat].player.value().account;
}

Script& Script::join() {
    submit(engine::Join{player(match_.seats_taken() + 1), std::nullopt});
    return *this;
}

Script& Script::start() {
    submit(engine::Start{AccountId{1}});
    return *this;
}

Script& Script::fill() {
    while (match_.status() == engine::Status::open) join();
    return *this;
}

Script& Script::play(std::string_view point) {
    const auto at = engine::parse_point(match_.opening().lattice(), point);
    submit(engine::Place{mover(), at, match_.ply()});
    return *this;
}

Script& Script::play_random(std::uint32_t seed, int moves) {
    std::mt19937 random(seed);
    for (int i = 0; i < moves && match_.to_move(); ++i) {
        const auto legal = match_.position().legal_points(*match_.to_move());
        std::vector<engine::Point> points(legal.begin(), legal.end());
        std::ranges::sort(points);
        submit(engine::Place{mover(), points[random() % points.size()], match_.ply()});
    }
    return *this;
}

Script& Script::leave(Seat seat, engine::LeaveReason reason) {
    const auto& holder = match_.seats()[static_cast<std::size_t>(engine::index_of(seat))];
    submit(engine::Leave{holder.player.value().account, reason});
    return *this;
}

StoredEvent stored(const Event& event, const engine::Lattice& lattice) {
    return {event.seq, event.at, std::string(event_type(event.data)),
            encode_event_data(event.data, lattice)};
}

std::vector<StoredEvent> Script::stored() const {
    std::vector<StoredEvent> events;
    for (const Event& event : log_) {
        events.push_back(protocol::stored(event, match_.opening().lattice()));
    }
    return events;
}

engine::Snapshot snapshot(const Script& script) {
    return engine::snapshot_at(script.match(), script.match().ply()).value();
}

std::shared_ptr<const Opening> opening_of(const std::vector<int>& extents,
                                          const std::vector<std::vector<std::string>>& stones,
                                          Seat to_move) {
    const auto lattice = engine::Lattice::create(extents).value();
    std::vector<std::vector<engine::Point>> points;
    for (const auto& seat : stones) {
        points.emplace_back();
        for (const auto& name : seat) {
            points.back().push_back(engine::parse_point(lattice, name).value());
        }
    }
    return std::get<std::shared_ptr<const Opening>>(Opening::create(lattice, points, to_move));
}

std::vector<Script> example_games() {
    std::vector<Script> games;
    games.push_back(Script("9x9").fill().play_random(1, 1000));
    games.push_back(Script("19x19", engine::Visibility::players).fill().play_random(2, 1000));
    games.push_back(Script("19x19-4p").fill().play_random(3, 1000));
    games.push_back(Script("5x5x5").fill().play_random(4, 1000));
    games.push_back(Script("line31").fill().play_random(5, 1000));
    games.push_back(Script("19x19-4p").join().join().start().play_random(6, 30).leave(Seat::white));
    games.push_back(
        Script("13x13").fill().play_random(7, 40).leave(Seat::black, engine::LeaveReason::time));
    games.push_back(Script("9x9").leave(Seat::black, engine::LeaveReason::withdrawn));
    games.push_back(Script(opening_of({4, 4, 4, 4}, {{"1-1-1-1"}, {"4-4-4-4"}}, Seat::white))
                        .fill()
                        .play_random(8, 60));
    games.push_back(
        Script(
            opening_of({20, 20}, {{"A1"}, {"C1"}, {"E1"}, {"G1"}, {"J1"}, {"L1"}, {"N1"}, {"T20"}}))
            .fill()
            .play_random(9, 200));
    return games;
}

}  // namespace tanbo::protocol

#pragma once

#include <random>
#include <string>
#include <vector>

#include "server/tournament/rules/decide.hpp"

// Tournaments for tests of what is decided: without a store and a clock.
namespace tanbo::tournament {

inline constexpr Instant noon{std::chrono::hours(1'000)};

AccountId account(int number);
TournamentSettings settings_of(TournamentFormat format, int rounds);

// A tournament that lives by decisions, and keeps its log.
class Maker {
public:
    explicit Maker(const TournamentSettings& settings);

    const Tournament& now_is() const { return tournament_; }
    const std::vector<TournamentEvent>& log() const { return log_; }
    Instant now() const { return now_; }
    void pass(Instant::duration time) { now_ += time; }

    // Takes the decision over. Requires: it is none of a refusal.
    void take(const Decides& decided);
    void take(const Decision& decision);
    // As many players enter, with ratings from 2000 down.
    void enter(int players);
    void start();
    // All that happens by itself: rounds and games. False if nothing does.
    bool advance();
    // The table's game ends so.
    void decide(const protocol::TableKey& at, std::vector<int> halves,
                std::vector<bool> forfeits = {false, false});
    // The game of a table of several ends with these places.
    void place(const protocol::TableKey& at, std::vector<int> places);
    // Every open table of all rounds is decided by chance.
    void play_all(std::mt19937& chance);

private:
    Tournament tournament_;
    std::vector<TournamentEvent> log_;
    pairing::Secret secret_{};
    Instant now_ = noon;
    std::int64_t games_ = 0;
};

// The names of all players, for draws.
std::vector<std::string> names_of(const Tournament& tournament);
// The tournament folded again from what its log is stored as.
Tournament replayed(const std::vector<TournamentEvent>& log);

}  // namespace tanbo::tournament

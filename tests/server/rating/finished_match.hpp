#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "tests/support/random.hpp"

namespace tanbo::tests {

// A match that commands are put to, each a second after the one before. Seats are taken by accounts
// 1, 2 ... in turn order.
class PlayedMatch {
public:
    // The first player waits alone.
    static constexpr int nobody_starts = -1;

    // The last `absent` seats stay free, and house bots take the last `bots`.
    explicit PlayedMatch(const std::string& setup, engine::Terms terms = {}, int absent = 0,
                         int bots = 0)
        : match_(open(setup, terms)), people_(match_.opening().seats() - bots) {
        const int seats = absent == nobody_starts ? 1 : match_.opening().seats() - absent;
        for (int seat = 1; seat <= seats; ++seat) {
            put(engine::Join{{protocol::AccountId{seat}, name_of(seat)}, {}});
        }
        if (absent > 0) put(engine::Start{protocol::AccountId{1}});
    }

    // Requires: the rules allow it.
    PlayedMatch& put(const engine::Command& command) {
        now_ += std::chrono::seconds(1);
        engine::Decision decision = engine::decide(match_, command, now_);
        auto* const decided = std::get_if<engine::Decided>(&decision);
        if (decided == nullptr) throw std::logic_error("the command is refused");
        match_ = *decided->next;
        return *this;
    }
    PlayedMatch& leave(protocol::AccountId account,
                       engine::LeaveReason reason = engine::LeaveReason::resigned) {
        return put(engine::Leave{account, reason});
    }
    // Lets a seat that is on offer lapse.
    PlayedMatch& lapse() {
        now_ = match_.due().value();
        return put(engine::FallDue{});
    }
    // So many stones, or as many as there are until the game is over.
    PlayedMatch& play(int stones, std::uint32_t seed = 1) {
        Random random(seed);
        for (int i = 0; i < stones && match_.to_move(); ++i) {
            const auto seat = *match_.to_move();
            const auto legal = match_.position().legal_points(seat);
            std::vector<engine::Point> points(legal.begin(), legal.end());
            std::ranges::sort(points);
            const auto& holder = match_.seats()[static_cast<std::size_t>(engine::index_of(seat))];
            const auto account = holder.player->account;
            const engine::Point point = random.pick(std::span<const engine::Point>(points));
            put(engine::Place{account, point, match_.ply()});
        }
        return *this;
    }

    const engine::Match& match() const { return match_; }

private:
    std::string name_of(int seat) const {
        return (seat > people_ ? "bot:" : "player") + std::to_string(seat);
    }

    static engine::Match open(const std::string& setup, const engine::Terms& terms) {
        engine::GameOpened opened;
        opened.setup = setup;
        opened.opening = engine::find_setup(setup)->opening;
        opened.seats.resize(static_cast<std::size_t>(opened.opening->seats()));
        opened.creator = {protocol::AccountId{1}, "player1"};
        opened.terms = terms;
        return *engine::Match::open({1, engine::Instant(), opened});
    }

    engine::Match match_;
    int people_;
    engine::Instant now_;
};

}  // namespace tanbo::tests

#include "server/notice/witness.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "protocol/answers.hpp"
#include "protocol/names.hpp"
#include "server/notice/tell.hpp"

namespace tanbo::notice {

namespace {

using engine::Seat;
using engine::SeatState;
using protocol::GameNotice;
using protocol::NoticeKind;

// Whose turn it is, and which: no two turns of a game are alike in both.
struct Turn {
    std::int64_t account = 0;
    std::uint32_t ply = 0;

    bool operator==(const Turn&) const = default;
};

const engine::SeatHolder& holder_of(const engine::Match& match, Seat seat) {
    return match.seats()[static_cast<std::size_t>(engine::index_of(seat))];
}

std::optional<Turn> turn_of(const engine::Match& match) {
    const std::optional<Seat> seat = match.to_move();
    if (!seat) return std::nullopt;
    const engine::SeatHolder& holder = holder_of(match, *seat);
    if (!holder.player || holder.state != SeatState::in) return std::nullopt;
    return Turn{holder.player->account, match.ply()};
}

// What one command did, told event by event.
class Teller {
public:
    Teller(storage::Transaction& transaction, const game::Happening& happening)
        : transaction_(transaction), happening_(happening), after_(happening.after) {}

    void tell_all() {
        for (const engine::Event& event : happening_.events) {
            at_ = event.at;
            std::visit([this](const auto& data) { tell_of(data); }, event.data);
        }
        tell_of_the_turn();
    }

private:
    // What is everybody's own doing, or concerns nobody in particular.
    template <class Data>
    void tell_of(const Data&) {}

    void tell_of(const engine::GameOpened&) {
        for_seats([this](const engine::SeatHolder& holder, Seat seat) {
            if (holder.state == SeatState::open) tell_holder(holder, NoticeKind::invited, {seat});
        });
    }

    void tell_of(const engine::GameStarted& started) {
        for_seats([this](const engine::SeatHolder& holder, Seat seat) {
            if (is_taken(holder)) tell_holder(holder, NoticeKind::game_started, {seat});
        });
        tell_of_elimination(started.after, std::nullopt);
    }

    void tell_of(const engine::StonePlaced& placed) {
        tell_of_elimination(placed.after, std::nullopt);
    }

    void tell_of(const engine::PlayerLeft& left) {
        tell_of_elimination(left.after, left.seat);
        if (is_over()) return;
        GameNotice notice{left.seat};
        notice.what = protocol::leave_reason_name(left.reason);
        tell_others(left.seat, NoticeKind::player_left, notice);
    }

    void tell_of(const engine::GameEnded&) {
        for_seats([this](const engine::SeatHolder& holder, Seat seat) {
            if (is_taken(holder)) tell_holder(holder, NoticeKind::game_finished, {seat});
        });
    }

    // To those who are out by somebody else's doing, unless the end of the game says it all.
    void tell_of_elimination(const engine::Aftermath& aftermath, std::optional<Seat> leaver) {
        if (is_over()) return;
        for (const Seat seat : aftermath.eliminated) {
            if (seat == leaver) continue;
            tell_holder(holder_of(after_, seat), NoticeKind::eliminated, {seat});
        }
    }

    void tell_of_the_turn() {
        const std::optional<Turn> turn = turn_of(after_);
        if (!turn) return;
        const bool was_known = happening_.before != nullptr && turn_of(*happening_.before) == turn;
        if (was_known) return;
        at_ = happening_.events.back().at;
        tell_holder(holder_of(after_, *after_.to_move()), NoticeKind::your_turn,
                    {after_.to_move()});
    }

    bool is_over() const { return after_.status() == engine::Status::finished; }

    static bool is_taken(const engine::SeatHolder& holder) {
        return holder.player && holder.state != SeatState::open;
    }

    template <class Visit>
    void for_seats(const Visit& visit) {
        for (std::size_t i = 0; i < after_.seats().size(); ++i) {
            visit(after_.seats()[i], engine::seat_at(static_cast<int>(i)));
        }
    }

    // Those who are in, but for one seat.
    void tell_others(Seat but, NoticeKind kind, const GameNotice& notice) {
        for_seats([&](const engine::SeatHolder& holder, Seat seat) {
            if (seat != but && holder.state == SeatState::in) tell_holder(holder, kind, notice);
        });
    }

    void tell_holder(const engine::SeatHolder& holder, NoticeKind kind, const GameNotice& notice) {
        if (!holder.player) return;
        tell(transaction_, at_,
             {holder.player->account, kind, happening_.game,
              protocol::encode_game_notice(summary(), notice)});
    }

    const std::string& summary() {
        if (!summary_) {
            summary_ = protocol::encode_game_summary(protocol::summarize(happening_.game, after_));
        }
        return *summary_;
    }

    storage::Transaction& transaction_;
    const game::Happening& happening_;
    const engine::Match& after_;
    engine::Instant at_;
    std::optional<std::string> summary_;
};

}  // namespace

void Witness::record(storage::Transaction& transaction, const game::Happening& happening) {
    Teller(transaction, happening).tell_all();
}

void Witness::confide(storage::Transaction& transaction, const game::PersonalEvent& event) {
    const NoticeKind kind = event.type == "plan-dropped" ? NoticeKind::plan_dropped
                                                         : NoticeKind::deadline_warning;
    tell(transaction, event.at, {event.account, kind, event.game, std::string(event.data)});
}

}  // namespace tanbo::notice

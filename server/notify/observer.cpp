#include "server/notify/observer.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "protocol/games/answers.hpp"
#include "protocol/json/names.hpp"
#include "server/notify/channels/email/mails.hpp"
#include "server/notify/notify.hpp"
#include "server/notify/open_questions.hpp"
#include "server/notify/turn.hpp"
#include "server/notify/watcher_news.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::notify {

namespace {

using engine::Seat;
using engine::SeatState;
using protocol::GameNotice;
using protocol::NoticeKind;

// The effects of one command, told event by event.
class Teller {
public:
    Teller(store::Transaction& transaction, const game::CommandEvents& command)
        : transaction_(transaction), command_(command), after_(command.after) {}

    void notify_all() {
        for (const engine::Event& event : command_.events) {
            at_ = event.at;
            seq_ = event.seq;
            std::visit([this](const auto& data) { tell_of(data); }, event.data);
        }
    }

private:
    // Events that are everyone's own doing, or concern no player in particular.
    template <class Data>
    void tell_of(const Data&) {}

    void tell_of(const engine::GameStarted& started) {
        for_seats([this](const engine::SeatHolder& holder, Seat seat) {
            if (is_taken(holder)) tell_holder(holder, NoticeKind::game_started, {seat});
        });
        tell_of_elimination(started.after, std::nullopt);
    }

    void tell_of(const engine::StonePlaced& placed) {
        tell_of_elimination(placed.after, std::nullopt);
        if (!is_over()) tell_all_who_watch(NoticeKind::watched_move, {placed.seat});
    }

    void tell_of(const engine::PlayerLeft& left) {
        tell_of_elimination(left.after, left.seat);
        if (is_over()) return;
        GameNotice notice{left.seat};
        notice.what = protocol::leave_reason_name(left.reason);
        notify_others(left.seat, NoticeKind::player_left, notice);
    }

    void tell_of(const engine::GameEnded&) {
        for_seats([this](const engine::SeatHolder& holder, Seat seat) {
            if (is_taken(holder)) tell_holder(holder, NoticeKind::game_finished, {seat});
        });
        tell_all_who_watch(NoticeKind::watched_finished, {});
    }

    void tell_of(const engine::Proposed& proposed) {
        const engine::Proposal* const proposal = after_.proposal(seq_);
        GameNotice notice{proposed.by};
        notice.proposal = seq_;
        notice.what = protocol::proposal_kind_name(proposed.kind);
        for_seats([&](const engine::SeatHolder& holder, Seat seat) {
            const bool is_asked = proposal != nullptr && needs_answer(after_, *proposal, seat);
            if (is_asked) tell_holder(holder, NoticeKind::proposal, notice);
        });
    }

    void tell_of(const engine::ProposalAnswered& answered) {
        const auto* const before = command_.before;
        const engine::Proposal* const proposal =
            before == nullptr ? nullptr : before->proposal(answered.proposal);
        if (proposal == nullptr) return;
        GameNotice notice{answered.by};
        notice.proposal = answered.proposal;
        notice.what = protocol::proposal_kind_name(proposal->kind);
        notice.accepted = answered.accepts;
        tell_holder(holder_of(after_, proposal->by), NoticeKind::proposal_answered, notice);
    }

    void tell_of(const engine::SeatsSwapped& swapped) {
        // Who swapped sits in the other seat now.
        notify_others(engine::other_seat(swapped.by), NoticeKind::swapped, {swapped.by});
    }
    void tell_of(const engine::TurnsTakenBack& undo) { tell_in(NoticeKind::undo, {undo.by}); }
    void tell_of(const engine::GamePaused&) { tell_in(NoticeKind::paused, {}); }
    void tell_of(const engine::GameResumed& resumed) {
        if (resumed.reason == engine::ResumeReason::move) return;
        GameNotice notice;
        notice.what = protocol::resume_reason_name(resumed.reason);
        if (resumed.clock) notice.until = resumed.clock->deadline;
        tell_in(NoticeKind::resumed, notice);
    }

    void tell_of(const engine::SeatOffered& offered) {
        GameNotice notice{offered.seat};
        notice.what = protocol::leave_reason_name(offered.reason);
        notice.until = offered.until;
        notify_others(offered.seat, NoticeKind::seat_offered, notice);
        tell_all_who_watch(NoticeKind::seat_offered, notice);
    }

    void tell_of(const engine::SeatTakenOver& taken) {
        notify_others(taken.seat, NoticeKind::seat_taken_over, {taken.seat});
    }

    // To everybody at the table, and those who have just lost their last stone, unless the end of
    // the game says it all. A leaver is told of as leaving.
    void tell_of_elimination(const engine::MoveEffects& move_effects, std::optional<Seat> leaver) {
        if (is_over()) return;
        const auto& eliminated = move_effects.eliminated;
        for (const Seat out : eliminated) {
            if (out == leaver) continue;
            for_seats([&](const engine::SeatHolder& holder, Seat seat) {
                const bool is_there = holder.state == SeatState::in ||
                                      std::ranges::find(eliminated, seat) != eliminated.end();
                if (is_there && seat != leaver && is_taken(holder)) {
                    tell_holder(holder, NoticeKind::eliminated, {out});
                }
            });
        }
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
    void notify_others(Seat but, NoticeKind kind, const GameNotice& notice) {
        for_seats([&](const engine::SeatHolder& holder, Seat seat) {
            if (seat != but && holder.state == SeatState::in) tell_holder(holder, kind, notice);
        });
    }

    void tell_in(NoticeKind kind, const GameNotice& notice) {
        for_seats([&](const engine::SeatHolder& holder, Seat) {
            if (holder.state == SeatState::in) tell_holder(holder, kind, notice);
        });
    }

    void tell_holder(const engine::SeatHolder& holder, NoticeKind kind, const GameNotice& notice) {
        if (holder.player) notify_account(holder.player->account, kind, notice);
    }

    void notify_account(protocol::AccountId account, NoticeKind kind, const GameNotice& notice) {
        notify(transaction_, at_,
               {account, kind, command_.game, protocol::encode_game_notice(summary(), notice),
                after_.seq(), since_seq()});
    }

    void tell_all_who_watch(NoticeKind kind, const GameNotice& notice) {
        if (!store::is_watched(transaction_, command_.game)) return;
        notify_watchers(
            transaction_,
            {command_.game, seq_, std::string(protocol::notice_kind_name(kind)),
             protocol::encode_game_notice(summary(), notice), at_, after_.seq(), since_seq()});
    }

    std::uint32_t since_seq() const {
        return command_.before == nullptr ? 0 : command_.before->seq();
    }

    const std::string& summary() {
        if (!summary_) {
            summary_ = protocol::encode_game_summary(protocol::summarize(command_.game, after_));
        }
        return *summary_;
    }

    store::Transaction& transaction_;
    const game::CommandEvents& command_;
    const engine::Match& after_;
    engine::Instant at_;
    std::uint32_t seq_ = 0;
    std::optional<std::string> summary_;
};

// Those for whom seats are kept, unless all have sat down already.
void tell_invited(store::Transaction& transaction, engine::Instant at,
                  const game::CommandResult& result) {
    const engine::Match& match = *result.after;
    if (match.status() != engine::Status::open) return;
    const auto summary = protocol::encode_game_summary(protocol::summarize(result.game, match));
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const engine::SeatHolder& holder = match.seats()[i];
        if (!holder.player || holder.state != SeatState::open) continue;
        notify(transaction, at,
               {holder.player->account, NoticeKind::invited, result.game,
                protocol::encode_game_notice(summary, {engine::seat_at(static_cast<int>(i))}),
                match.seq()});
    }
}

// Of the board as it is now; with the end of the game they have followed it.
void tell_watchers_by_mail(store::Transaction& transaction, engine::Instant at,
                           const game::CommandResult& result) {
    if (!transaction.queues_mail() || result.before == nullptr) return;
    const engine::Match& after = *result.after;
    const bool is_over = after.status() == engine::Status::finished;
    if (!is_over && after.ply() == result.before->ply()) return;
    notify_watchers(transaction, {.game = result.game,
                                  .event = after.seq(),
                                  .kind = std::string(is_over ? last_board_news : board_news),
                                  .at = at,
                                  .seq = after.seq(),
                                  .since_seq = result.before->seq()});
}

}  // namespace

// Those who watch by mail, and the settings of the player who moves next.
void Observer::look_ahead(store::Transaction& transaction, protocol::GameId game,
                          const engine::Match& before) {
    if (transaction.queues_mail()) read_board_watchers_ahead(transaction, game);
    const auto player = next_player(before);
    if (player && !transaction.has_no_turn_channel(*player)) {
        store::read_settings_ahead(transaction, *player);
    }
}

void Observer::on_events(store::Transaction& transaction, const game::CommandEvents& command) {
    keep_questions(transaction, command);
    Teller(transaction, command).notify_all();
}

void Observer::on_result(store::Transaction& transaction, const game::CommandResult& result) {
    // That of the events, by which mails know what was told together.
    const engine::Instant at = std::max(result.at, result.after->updated_at());
    tell_watchers_by_mail(transaction, at, result);
    if (result.before == nullptr) tell_invited(transaction, at, result);
    const std::optional<Turn> turn = turn_of(*result.after);
    if (!turn) return;
    if (result.before != nullptr && turn_of(*result.before) == turn) return;
    notify_turn(transaction, at, *turn, result.game, result.after);
}

void Observer::on_personal_event(store::Transaction& transaction,
                                 const game::PersonalEvent& event) {
    const NoticeKind kind =
        event.type == "plan-dropped" ? NoticeKind::plan_dropped : NoticeKind::deadline_warning;
    notify(transaction, event.at,
           {event.account, kind, event.game, std::string(event.data), event.match.seq(), 0,
            event.match.clock().deadline()});
}

}  // namespace tanbo::notify

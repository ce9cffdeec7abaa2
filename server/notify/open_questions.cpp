#include "server/notify/open_questions.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/names.hpp"
#include "protocol/people/notices.hpp"
#include "server/notify/turn.hpp"
#include "server/store/tables/games/waiting.hpp"

namespace tanbo::notify {

namespace {

using engine::Seat;
using store::Waiting;
using store::WaitingKind;

template <class Visit>
void for_players(const engine::Match& match, const Visit& visit) {
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const engine::SeatHolder& holder = match.seats()[i];
        if (holder.player) visit(holder, engine::seat_at(static_cast<int>(i)));
    }
}

// All but the move.
std::vector<Waiting> questions_in(const engine::Match& match) {
    std::vector<Waiting> questions;
    for (const engine::Proposal& proposal : match.proposals()) {
        for_players(match, [&](const engine::SeatHolder& holder, Seat seat) {
            if (!needs_answer(match, proposal, seat)) return;
            Waiting& question = questions.emplace_back();
            question.account = holder.player->account;
            question.kind = WaitingKind::proposal;
            question.item = proposal.id;
            question.data = protocol::encode_open_proposal(
                proposal.id, protocol::proposal_kind_name(proposal.kind), proposal.by,
                proposal.target);
        });
    }
    if (match.status() != engine::Status::open) return questions;
    for_players(match, [&](const engine::SeatHolder& holder, Seat) {
        if (holder.state != engine::SeatState::open) return;
        Waiting& question = questions.emplace_back();
        question.account = holder.player->account;
        question.kind = WaitingKind::seat;
    });
    return questions;
}

bool holds(const std::vector<Waiting>& all, const Waiting& one) {
    return std::ranges::any_of(all, [&one](const Waiting& other) {
        return other.account == one.account && other.kind == one.kind && other.item == one.item;
    });
}

class DeadlineScheduler {
public:
    DeadlineScheduler(store::Transaction& transaction, const game::CommandEvents& command)
        : transaction_(transaction),
          command_(command),
          game_(command.game),
          now_(command.events.back().at) {}

    void keep() {
        std::vector<Waiting> former;
        if (command_.before != nullptr) former = questions_in(*command_.before);
        std::vector<Waiting> present = questions_in(command_.after);
        for (const Waiting& question : former) {
            if (holds(present, question)) continue;
            store::delete_waiting(transaction_, game_, question.kind, question.item,
                                  question.account);
        }
        for (Waiting& question : present) {
            if (!holds(former, question)) insert(std::move(question));
        }
    }

private:
    void insert(Waiting waiting) {
        waiting.game = game_;
        waiting.since_at = now_;
        store::insert_waiting(transaction_, waiting);
    }

    store::Transaction& transaction_;
    const game::CommandEvents& command_;
    protocol::GameId game_;
    engine::Instant now_;
};

}  // namespace

void keep_questions(store::Transaction& transaction, const game::CommandEvents& command) {
    DeadlineScheduler(transaction, command).keep();
}

}  // namespace tanbo::notify

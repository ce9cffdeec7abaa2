#include <utility>

#include "protocol/names.hpp"
#include "server/game/plans.hpp"
#include "server/mail/commands/game_reading.hpp"
#include "server/mail/commands/receipts.hpp"
#include "server/mail/commands/turns.hpp"
#include "server/mail/text/replies.hpp"
#include "server/notify/turn.hpp"

// What players do in a game.
namespace tanbo::mail::commands {
namespace {

using notify::TokenPurpose;
using protocol::Result;

// How long the question whether somebody leaves can be answered.
constexpr std::chrono::hours confirmation_life{72};

// The reply to a command whose text is made already; a refusal is shown with the board.
CommandTask tell(const CommandContext& context, store::Store& store, protocol::GameId game,
                 Result<GameOutcome> outcome) {
    if (outcome) co_return acted(std::move(outcome->text));
    co_return co_await refuse_with_board(context, store, game, outcome.error());
}

// A command of which there is nothing more to know than who gives it, if the turn that the mail
// told of is still on.
base::Awaitable<Result<game::Receipt>> put(const CommandContext& context, game::Referee& referee,
                                           protocol::GameId game, game::Command command) {
    game::Adjust adjust = [asker = asker_in(context, game), game](
                              const engine::Match& present,
                              const game::Command& asked) -> Result<game::Command> {
        const auto current = check_current(asker, game, present);
        if (!current) return current.error();
        return asked;
    };
    return referee.submit_adjusted(game, std::move(command), std::move(adjust), context.key());
}

// The same with a reply that the command alone decides.
CommandTask put_and_tell(const CommandContext& context, game::Referee& referee, store::Store& store,
                         protocol::GameId game, game::Command command, std::string reply) {
    const auto receipt = co_await put(context, referee, game, std::move(command));
    if (!receipt) co_return co_await refuse_with_board(context, store, game, receipt.error());
    co_return acted(std::move(reply));
}

// A stone at the ply that the mail means.
base::Awaitable<Result<game::Receipt>> place(const CommandContext& context, game::Referee& referee,
                                             const MailMove& move) {
    game::Adjust adjust = [asker = asker_in(context, move.game), move](
                              const engine::Match& present,
                              const game::Command&) -> Result<game::Command> {
        const auto ply = meant_ply(asker, present, move);
        if (!ply) return ply.error();
        return game::Move{asker.account, move.point, *ply, {}};
    };
    game::Command command = game::Move{context.account(), move.point, 0, {}};
    return referee.submit_adjusted(move.game, std::move(command), std::move(adjust), context.key());
}

Result<GameOutcome> plan(store::Transaction& transaction, game::GameTransaction& games,
                         const Asker& asker, const MailPlan& command) {
    const auto match = present_match(games, command.game, asker.account);
    if (!match) return match.error();
    const auto ply = planned_ply(asker, **match, command);
    if (!ply) return ply.error();
    const auto made = game::set_plan(transaction, games, command.game, asker.account,
                                     protocol::SetPlan{*ply, command.plan});
    if (!made) return made.error();
    return GameOutcome{0, text::plan_text(command.game, command.plan)};
}

protocol::Error nothing_to_answer(protocol::GameId game) {
    return protocol::refusal(protocol::Code::no_such_proposal,
                             "Nothing waits for your answer in game " + to_string(game) + ".");
}

protocol::Error asked_later(protocol::GameId game) {
    return protocol::refusal(protocol::Code::no_such_proposal,
                             "What waits for your answer in game " + to_string(game) +
                                 " was asked after the mail that you answer: answer this one.");
}

// What the account can say yes or no to, in the order in which it was asked. To what it has asked
// for itself it can say no.
std::vector<engine::Proposal> to_answer(const engine::Match& match, protocol::AccountId account,
                                        bool accepts) {
    std::vector<engine::Proposal> found;
    const auto seat = match.seat_of(account);
    if (!seat) return found;
    for (const engine::Proposal& proposal : match.proposals()) {
        const bool is_own = proposal.by == *seat;
        if (notify::is_to_answer(match, proposal, *seat)) found.push_back(proposal);
        if (is_own && !accepts) found.push_back(proposal);
    }
    return found;
}

Result<GameOutcome> answer_all(game::GameTransaction& games, protocol::GameId game,
                               const Asker& asker, bool accepts) {
    const auto match = present_match(games, game, asker.account);
    if (!match) return match.error();
    const auto current = check_current(asker, game, **match);
    if (!current) return current.error();
    GameOutcome outcome;
    const auto open = to_answer(**match, asker.account, accepts);
    for (const engine::Proposal& asked : open) {
        if (asker.seen_seq && asked.id > *asker.seen_seq) continue;
        // An answer may have closed another one.
        if (games.match(game)->proposal(asked.id) == nullptr) continue;
        const auto step =
            games.command(game, engine::AnswerProposal{asker.account, asked.id, accepts});
        if (!step) return step.error();
        if (outcome.seq == 0) outcome.seq = step->seq;
        outcome.text +=
            text::answered_text(game, protocol::proposal_kind_name(asked.kind), accepts);
    }
    if (outcome.seq != 0) return outcome;
    return open.empty() ? nothing_to_answer(game) : asked_later(game);
}

CommandTask answer_proposals(const CommandContext& context, game::Referee& referee,
                             protocol::GameId game, bool accepts) {
    GameAct act = [asker = asker_in(context, game), game, accepts](store::Transaction&,
                                                                   game::GameTransaction& games) {
        return answer_all(games, game, asker, accepts);
    };
    auto outcome = co_await do_once(context, referee, game, std::move(act));
    if (!outcome) co_return refused(outcome.error());
    co_return acted(std::move(outcome->text));
}

CommandTask propose(const CommandContext& context, game::Referee& referee, store::Store& store,
                    protocol::GameId game, engine::ProposalKind kind) {
    game::Command command = engine::Propose{context.account(), kind, {}};
    return put_and_tell(context, referee, store, game, std::move(command),
                        text::proposed_text(game, protocol::proposal_kind_name(kind)));
}

// --- leaving ---

bool is_confirming(const CommandContext& context, protocol::GameId game) {
    const auto& claim = context.sender.claim;
    return claim && claim->game() == game &&
           (claim->purpose == TokenPurpose::resign || claim->purpose == TokenPurpose::leave);
}

CommandTask leave(const CommandContext& context, game::Referee& referee, store::Store& store,
                  protocol::GameId game) {
    const auto receipt = co_await put(context, referee, game, engine::Leave{context.account()});
    if (!receipt) co_return co_await refuse_with_board(context, store, game, receipt.error());
    auto reading = co_await read_game_of_writer(context, store, game);
    if (!reading) co_return refused(reading.error());
    co_return acted(
        text::left_text(game, reading->match(), reading->seat.value_or(engine::Seat::black)));
}

// Nobody leaves by one mail: it is answered by a question, and the answer to that one acts.
CommandTask ask_whether(const CommandContext& context, store::Store& store, protocol::GameId game,
                        TokenPurpose purpose) {
    auto reading = co_await read_game(context, store, game);
    if (!reading) co_return refused(reading.error());
    const engine::Match& match = reading->match();
    if (!reading->seat || !match.is_in(*reading->seat)) {
        const auto code = match.status() == engine::Status::finished ? protocol::Code::game_over
                                                                     : protocol::Code::not_a_player;
        co_return refused(
            protocol::refusal(code, "You are not playing in game " + to_string(game) + "."));
    }
    const std::string_view verb = purpose == TokenPurpose::resign ? "resign" : "leave";
    CommandReply answer{text::confirm_leaving_text(verb, game), Outcome::answered, {}};
    answer.asks = notify::TokenClaim{purpose, number_of(context.account()), number_of(game),
                                     match.seq(), context.now + confirmation_life};
    co_return answer;
}

CommandTask stay(protocol::GameId game) {
    co_return answered("You stay in game " + to_string(game) + ".\n");
}

}  // namespace

CommandTask run(const CommandContext& context, MailMove command, game::Referee& referee,
                store::Store& store) {
    const protocol::GameId game = command.game;
    const auto receipt = co_await place(context, referee, command);
    if (!receipt) co_return co_await refuse_with_board(context, store, game, receipt.error());
    auto reading = co_await read_game(context, store, game);
    if (!reading) co_return refused(reading.error());
    co_return acted(text::moved_text(facts_of(context, *reading), receipt->seq));
}

CommandTask run(const CommandContext& context, MailSwap command, game::Referee& referee,
                store::Store& store) {
    return put_and_tell(context, referee, store, command.game, engine::Swap{context.account()},
                        text::swapped_text(command.game));
}

CommandTask run(const CommandContext& context, MailPlan command, game::Referee& referee,
                store::Store& store) {
    const protocol::GameId game = command.game;
    GameAct act = [asker = asker_in(context, game), command = std::move(command)](
                      store::Transaction& transaction, game::GameTransaction& games) {
        return plan(transaction, games, asker, command);
    };
    auto outcome = co_await do_once(context, referee, game, std::move(act));
    co_return co_await tell(context, store, game, std::move(outcome));
}

CommandTask run(const CommandContext& context, MailUnplan command, game::Referee& referee,
                store::Store& store) {
    const protocol::GameId game = command.game;
    GameAct act = [asker = asker_in(context, game), game](
                      store::Transaction& transaction,
                      game::GameTransaction& games) -> Result<GameOutcome> {
        const auto match = present_match(games, game, asker.account);
        if (!match) return match.error();
        const auto current = check_current(asker, game, **match);
        if (!current) return current.error();
        const auto removed = game::remove_plan(transaction, games, game, asker.account);
        if (!removed) return removed.error();
        return GameOutcome{0, text::unplanned_text(game)};
    };
    auto outcome = co_await do_once(context, referee, game, std::move(act));
    co_return co_await tell(context, store, game, std::move(outcome));
}

CommandTask run(const CommandContext& context, MailResign command, game::Referee& referee,
                store::Store& store) {
    if (is_confirming(context, command.game)) return leave(context, referee, store, command.game);
    return ask_whether(context, store, command.game, TokenPurpose::resign);
}

CommandTask run(const CommandContext& context, MailLeave command, game::Referee& referee,
                store::Store& store) {
    if (is_confirming(context, command.game)) return leave(context, referee, store, command.game);
    return ask_whether(context, store, command.game, TokenPurpose::leave);
}

CommandTask run(const CommandContext& context, MailUndo command, game::Referee& referee,
                store::Store& store) {
    return propose(context, referee, store, command.game, engine::ProposalKind::undo);
}

CommandTask run(const CommandContext& context, MailPause command, game::Referee& referee,
                store::Store& store) {
    return propose(context, referee, store, command.game, engine::ProposalKind::pause);
}

CommandTask run(const CommandContext& context, MailYes command, game::Referee& referee,
                store::Store& store) {
    if (is_confirming(context, command.game)) return leave(context, referee, store, command.game);
    return answer_proposals(context, referee, command.game, true);
}

CommandTask run(const CommandContext& context, MailNo command, game::Referee& referee) {
    if (is_confirming(context, command.game)) {
        return stay(command.game);
    }
    return answer_proposals(context, referee, command.game, false);
}

}  // namespace tanbo::mail::commands

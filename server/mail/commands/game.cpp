#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/json/handles.hpp"
#include "protocol/json/names.hpp"
#include "server/game/bots.hpp"
#include "server/game/views/views.hpp"
#include "server/mail/commands/game_reading.hpp"
#include "server/mail/commands/receipts.hpp"
#include "server/mail/commands/turns.hpp"
#include "server/mail/text/replies.hpp"
#include "server/notify/turn.hpp"

// Acts of players in a game.
namespace tanbo::mail::commands {
namespace {

using notify::TokenPurpose;
using protocol::Result;

// How long the question whether somebody leaves can be answered.
constexpr std::chrono::hours confirmation_life{72};
// Of one yes or no; more questions are hardly ever open at once.
constexpr std::size_t answers_max = 32;

// A command of which there is nothing more to know than who gives it, if the turn that the mail
// told of is still on.
base::Awaitable<Result<game::Receipt>> put(const CommandContext& context, game::Referee& referee,
                                           protocol::GameId game, game::Command command) {
    game::Adjust adjust = [author = command_author(context, game), game](
                              const engine::Match& present,
                              const game::Command& asked) -> Result<game::Command> {
        const auto current = check_current(author, game, present);
        if (!current) return current.error();
        return asked;
    };
    return referee.submit_adjusted(game, std::move(command), std::move(adjust), context.key());
}

// The same with a reply that the command alone decides.
CommandTask put_and_tell(const CommandContext& context, game::Referee& referee, game::Views& views,
                         protocol::GameId game, game::Command command, std::string reply) {
    const auto receipt = co_await put(context, referee, game, std::move(command));
    if (!receipt) co_return co_await refuse_with_board(context, views, game, receipt.error());
    co_return acted(std::move(reply));
}

// A stone at the ply that the mail means.
base::Awaitable<Result<game::Receipt>> place(const CommandContext& context, game::Referee& referee,
                                             const MailMove& move) {
    game::Adjust adjust = [author = command_author(context, move.game), move](
                              const engine::Match& present,
                              const game::Command&) -> Result<game::Command> {
        const auto ply = resolve_ply(author, present, move);
        if (!ply) return ply.error();
        return game::Move{author.account, move.point, *ply, {}};
    };
    game::Command command = game::Move{context.account(), move.point, 0, {}};
    return referee.submit_adjusted(move.game, std::move(command), std::move(adjust), context.key());
}

// The plan that a mail means in the game as it is.
game::PlanOf meant_plan(const CommandContext& context, const MailPlan& command) {
    return [author = command_author(context, command.game),
            command](const engine::Match& present) -> Result<std::optional<protocol::SetPlan>> {
        const auto ply = planned_ply(author, present, command);
        if (!ply) return ply.error();
        return std::optional(protocol::SetPlan{*ply, command.plan});
    };
}

game::PlanOf no_plan(const CommandContext& context, protocol::GameId game) {
    return [author = command_author(context, game),
            game](const engine::Match& present) -> Result<std::optional<protocol::SetPlan>> {
        const auto current = check_current(author, game, present);
        if (!current) return current.error();
        return std::optional<protocol::SetPlan>();
    };
}

CommandTask plan_and_tell(const CommandContext& context, game::Referee& referee, game::Views& views,
                          protocol::GameId game, game::PlanOf plan_of, std::string reply) {
    const auto receipt =
        co_await referee.submit_plan(game, context.account(), std::move(plan_of), context.key());
    if (!receipt) co_return co_await refuse_with_board(context, views, game, receipt.error());
    co_return acted(std::move(reply));
}

protocol::Error nothing_to_answer(protocol::GameId game) {
    return protocol::refusal(protocol::Code::no_such_proposal,
                             "No proposal in game " + to_string(game) + " needs your answer.");
}

protocol::Error asked_later(protocol::GameId game) {
    return protocol::refusal(protocol::Code::no_such_proposal,
                             "The proposal in game " + to_string(game) +
                                 " is newer than the email you answered. Reply to its own email.");
}

// Questions that the account can say yes or no to, in the order in which it was asked. To what it
// has asked for itself it can say no.
std::vector<engine::Proposal> to_answer(const engine::Match& match, protocol::AccountId account,
                                        bool accepts) {
    std::vector<engine::Proposal> found;
    const auto seat = match.seat_of(account);
    if (!seat) return found;
    for (const engine::Proposal& proposal : match.proposals()) {
        const bool is_own = proposal.by == *seat;
        if (notify::needs_answer(match, proposal, *seat)) found.push_back(proposal);
        if (is_own && !accepts) found.push_back(proposal);
    }
    return found;
}

// The answer to what is asked first of those questions that a mail's yes or no is for: those from
// before the mail that it answers and, of several answers of one line, from before the first.
game::Adjust next_answer(const CommandContext& context, protocol::GameId game, bool accepts,
                         std::optional<std::uint32_t> first_answer) {
    return [author = command_author(context, game), game, accepts, first_answer](
               const engine::Match& present, const game::Command&) -> Result<game::Command> {
        if (!first_answer) {
            const auto current = check_current(author, game, present);
            if (!current) return current.error();
        }
        const auto open = to_answer(present, author.account, accepts);
        const auto asked = std::ranges::find_if(open, [&](const engine::Proposal& proposal) {
            return !(author.seen_seq && proposal.id > *author.seen_seq) &&
                   !(first_answer && proposal.id > *first_answer);
        });
        if (asked != open.end()) {
            return engine::AnswerProposal{author.account, asked->id, accepts};
        }
        return open.empty() ? nothing_to_answer(game) : asked_later(game);
    };
}

// Answers everything that the line is for, one command after the other, and yields the seq of each
// answer. The key of the second one is that of the line with ".1", and so on.
base::Awaitable<Result<std::vector<std::uint32_t>>> answer_all(const CommandContext& context,
                                                               game::Referee& referee,
                                                               protocol::GameId game,
                                                               bool accepts) {
    std::vector<std::uint32_t> answers;
    while (answers.size() < answers_max) {
        game::IdempotencyKey key = context.key();
        std::optional<std::uint32_t> first_answer;
        if (!answers.empty()) {
            key.key += "." + std::to_string(answers.size());
            first_answer = answers.front();
        }
        game::Command command = engine::AnswerProposal{context.account(), 0, accepts};
        game::Adjust adjust = next_answer(context, game, accepts, first_answer);
        const auto receipt = co_await referee.submit_adjusted(game, std::move(command),
                                                              std::move(adjust), std::move(key));
        if (!receipt && (answers.empty() || is_fault(receipt.error()))) co_return receipt.error();
        if (!receipt) break;
        answers.push_back(receipt->seq);
    }
    co_return answers;
}

CommandTask answer_proposals(const CommandContext& context, game::Referee& referee,
                             game::Views& views, protocol::GameId game, bool accepts) {
    const auto answers = co_await answer_all(context, referee, game, accepts);
    if (!answers) co_return refused(answers.error());
    const auto reading = co_await read_game_of_writer(context, views, game);
    if (!reading) co_return refused(reading.error());
    std::string reply;
    for (const std::uint32_t seq : *answers) {
        const auto kind = answered_kind(reading->log.events, seq);
        if (!kind) continue;
        reply += text::answered_text(game, protocol::proposal_kind_name(*kind), accepts);
    }
    co_return acted(std::move(reply));
}

CommandTask propose(const CommandContext& context, game::Referee& referee, game::Views& views,
                    protocol::GameId game, engine::ProposalKind kind) {
    game::Command command = engine::Propose{context.account(), kind, {}};
    return put_and_tell(context, referee, views, game, std::move(command),
                        text::proposed_text(game, protocol::proposal_kind_name(kind)));
}

// --- leaving ---

bool is_confirming(const CommandContext& context, protocol::GameId game) {
    const auto& claim = context.sender.claim;
    return claim && claim->game() == game &&
           (claim->purpose == TokenPurpose::resign || claim->purpose == TokenPurpose::leave);
}

CommandTask leave(const CommandContext& context, game::Referee& referee, game::Views& views,
                  protocol::GameId game) {
    const auto receipt = co_await put(context, referee, game, engine::Leave{context.account()});
    if (!receipt) co_return co_await refuse_with_board(context, views, game, receipt.error());
    auto reading = co_await read_game_of_writer(context, views, game);
    if (!reading) co_return refused(reading.error());
    co_return acted(
        text::left_text(game, reading->match(), reading->seat.value_or(engine::Seat::black)));
}

// Asks back: leaving takes two mails, and the answer to this question acts.
CommandTask ask_whether(const CommandContext& context, game::Views& views, protocol::GameId game,
                        TokenPurpose purpose) {
    auto reading = co_await read_game(context, views, game);
    if (!reading) co_return refused(reading.error());
    const engine::Match& match = reading->match();
    if (!reading->seat || !match.is_in(*reading->seat)) {
        const auto code = match.status() == engine::Status::finished ? protocol::Code::game_over
                                                                     : protocol::Code::not_a_player;
        co_return refused(
            protocol::refusal(code, "You don't play in game " + to_string(game) + "."));
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

// --- seats that were left ---

// The seat of the player of that name; nothing if they have none.
std::optional<engine::Seat> seat_called(const engine::Match& match, std::string_view handle) {
    const auto seats = match.seats();
    const auto holder = std::ranges::find_if(seats, [handle](const engine::SeatHolder& one) {
        return one.player && protocol::is_same_handle(one.player->handle, handle);
    });
    if (holder == seats.end()) return std::nullopt;
    return engine::seat_at(static_cast<int>(holder - seats.begin()));
}

// Whether a player who plays on asks for a seat: they may have meant a bot, and did not say which.
bool asks_for_no_bot(const MailSubstitute& command, const engine::Match& match,
                     protocol::AccountId author) {
    const auto seat = match.seat_of(author);
    return command.bot.empty() && seat && match.is_in(*seat) && !match.offers().empty() &&
           !match.terms().rated;
}

protocol::Error name_a_bot(protocol::GameId game) {
    const std::string number = to_string(game);
    return protocol::refusal(protocol::Code::already_seated,
                             "You already play in game " + number +
                                 ". Name a bot for the seat, for example `substitute " + number +
                                 " bot:5`.");
}

// The same request as by REST, if the offer that the mail told of still stands.
GameAct take_seat(const CommandContext& context, const MailSubstitute& command) {
    return [author = command_author(context, command.game), self = context.identity().player(),
            command](store::Transaction& transaction,
                     game::GameTransaction& games) -> Result<std::string> {
        const auto present = present_match(games, command.game, self.account);
        if (!present) return present.error();
        const auto offered = check_offer(author, **present, command);
        if (!offered) return offered.error();
        const auto taken =
            command.bot.empty()
                ? games.command(command.game, engine::TakeOver{self, command.seat, {}})
                : game::seat_bot(transaction, games, command.game, self.account,
                                 {command.seat, {}, command.bot});
        if (!taken && asks_for_no_bot(command, **present, self.account)) {
            return name_a_bot(command.game);
        }
        if (!taken) return taken.error();
        const std::string& handle = command.bot.empty() ? self.handle : command.bot;
        return text::substituted_text(command.game, *taken->match,
                                      *seat_called(*taken->match, handle));
    };
}

}  // namespace

CommandTask run(const CommandContext& context, MailMove command, game::Referee& referee,
                game::Views& views) {
    const protocol::GameId game = command.game;
    const auto receipt = co_await place(context, referee, command);
    if (!receipt) co_return co_await refuse_with_board(context, views, game, receipt.error());
    auto reading = co_await read_game(context, views, game);
    if (!reading) co_return refused(reading.error());
    co_return acted(text::moved_text(facts_of(context, *reading), receipt->seq));
}

CommandTask run(const CommandContext& context, MailSwap command, game::Referee& referee,
                game::Views& views) {
    return put_and_tell(context, referee, views, command.game, engine::Swap{context.account()},
                        text::swapped_text(command.game));
}

CommandTask run(const CommandContext& context, MailPlan command, game::Referee& referee,
                game::Views& views) {
    return plan_and_tell(context, referee, views, command.game, meant_plan(context, command),
                         text::plan_text(command.game, command.plan));
}

CommandTask run(const CommandContext& context, MailUnplan command, game::Referee& referee,
                game::Views& views) {
    return plan_and_tell(context, referee, views, command.game, no_plan(context, command.game),
                         text::unplanned_text(command.game));
}

CommandTask run(const CommandContext& context, MailResign command, game::Referee& referee,
                game::Views& views) {
    if (is_confirming(context, command.game)) return leave(context, referee, views, command.game);
    return ask_whether(context, views, command.game, TokenPurpose::resign);
}

CommandTask run(const CommandContext& context, MailLeave command, game::Referee& referee,
                game::Views& views) {
    if (is_confirming(context, command.game)) return leave(context, referee, views, command.game);
    return ask_whether(context, views, command.game, TokenPurpose::leave);
}

CommandTask run(const CommandContext& context, MailSubstitute command, game::Referee& referee) {
    const auto told = co_await do_once(context, referee, command.game, take_seat(context, command));
    if (!told) co_return refused(told.error());
    co_return acted(*told);
}

CommandTask run(const CommandContext& context, MailUndo command, game::Referee& referee,
                game::Views& views) {
    return propose(context, referee, views, command.game, engine::ProposalKind::undo);
}

CommandTask run(const CommandContext& context, MailPause command, game::Referee& referee,
                game::Views& views) {
    return propose(context, referee, views, command.game, engine::ProposalKind::pause);
}

CommandTask run(const CommandContext& context, MailYes command, game::Referee& referee,
                game::Views& views) {
    if (is_confirming(context, command.game)) return leave(context, referee, views, command.game);
    return answer_proposals(context, referee, views, command.game, true);
}

CommandTask run(const CommandContext& context, MailNo command, game::Referee& referee,
                game::Views& views) {
    if (is_confirming(context, command.game)) {
        return stay(command.game);
    }
    return answer_proposals(context, referee, views, command.game, false);
}

}  // namespace tanbo::mail::commands

#include "server/tournament/tournaments.hpp"

#include <utility>

#include "server/mail/commands/command.hpp"
#include "server/mail/text/replies.hpp"
#include "server/tournament/reports.hpp"

// Tournaments: which there are, entering and leaving, and who leads.
namespace tanbo::mail::commands {
namespace {

constexpr int tournaments_listed = 25;

text::TournamentLine line_of(const tournament::Overview& one) {
    return {one.id,    one.name,   protocol::format_name(one.format),
            one.setup, one.state,  one.players,
            one.round, one.rounds, one.starts_at,
            one.is_in};
}

// Says what has become of the account's part in the tournament.
template <class Say>
CommandTask tell(const CommandContext& context, tournament::Reports& reports,
                 protocol::TournamentId id, Say say) {
    const auto one = co_await reports.overview_of(id, context.account());
    if (!one) co_return refused(one.error());
    co_return acted(say(line_of(*one), context.sender.zone));
}

}  // namespace

CommandTask run(const CommandContext& context, MailTournaments, tournament::Reports& reports) {
    const auto all = co_await reports.overview(context.account(), tournaments_listed);
    if (!all) co_return refused(all.error());
    std::vector<text::TournamentLine> lines;
    lines.reserve(all->size());
    for (const tournament::Overview& one : *all) lines.push_back(line_of(one));
    co_return answered(text::tournaments_text(lines, context.sender.zone));
}

CommandTask run(const CommandContext& context, MailEnter command,
                tournament::Tournaments& tournaments, tournament::Reports& reports) {
    tournament::Tournaments::Key key = context.key();
    const auto entered =
        co_await tournaments.join(context.account(), command.tournament, std::move(key));
    if (!entered) co_return refused(entered.error());
    co_return co_await tell(context, reports, command.tournament, &text::entered_text);
}

// Games that are in progress are played to their ends.
CommandTask run(const CommandContext& context, MailWithdraw command,
                tournament::Tournaments& tournaments, tournament::Reports& reports) {
    tournament::Tournaments::Key key = context.key();
    const protocol::WithdrawRequest request;
    const auto left = co_await tournaments.withdraw(context.account(), command.tournament, request,
                                                    std::move(key));
    if (!left) co_return refused(left.error());
    co_return co_await tell(context, reports, command.tournament, &text::withdrawn_text);
}

CommandTask run(const CommandContext& context, MailTable command, tournament::Reports& reports) {
    const auto summary = co_await reports.summary(command.tournament);
    if (!summary) co_return refused(summary.error());
    co_return answered(text::tournament_table_text(command.tournament, summary->name,
                                                   summary->standings, context.identity().handle));
}

}  // namespace tanbo::mail::commands

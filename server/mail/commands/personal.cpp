#include <utility>

#include "protocol/people/account_requests.hpp"
#include "server/account/profiles.hpp"
#include "server/base/time_zone.hpp"
#include "server/game/account_games.hpp"
#include "server/mail/commands/receipts.hpp"
#include "server/mail/text/replies.hpp"
#include "server/notify/agenda.hpp"
#include "server/notify/channels/email/mail_watches.hpp"
#include "server/notify/inbox.hpp"

// The notices that somebody wants, and when they are away.
namespace tanbo::mail::commands {
namespace {

using protocol::Result;

// Boards by mail to an address, whether it has an account or not.
GameAct ask_for_boards(const CommandContext& context, const notify::SignedTokens& tokens,
                       const MailWatch& command) {
    return [&context, &tokens, command](store::Transaction& transaction,
                                        game::GameTransaction&) -> Result<std::string> {
        const auto asked =
            notify::ask_mail_watch(transaction, tokens, context.site.url, context.sender.address,
                                   command.game, command.mode, context.now);
        if (!asked) return asked.error();
        if (!asked->confirmed_at) return text::watch_asked_text(command.game);
        return text::watching_text(command.game, asked->mode);
    };
}

// With the account, which is told of moves as it is told of everything.
GameAct watch_with_account(const CommandContext& context, const MailWatch& command) {
    return [&context, command](store::Transaction& transaction,
                               game::GameTransaction& games) -> Result<std::string> {
        const auto match = present_match(games, command.game, context.account());
        if (!match) return match.error();
        notify::Watch watch;
        watch.account = context.account();
        watch.game = command.game;
        watch.mode = protocol::WatchMode::each;
        watch.since_at = games.now();
        const auto watching = notify::start_watching(transaction, **match, watch);
        if (!watching) return watching.error();
        notify::stop_mail_watch(transaction, context.sender.address, command.game, context.now);
        return text::watching_text(command.game, command.mode);
    };
}

GameAct stop_watching(const CommandContext& context, protocol::GameId game) {
    return [&context, game](store::Transaction& transaction,
                            game::GameTransaction& games) -> Result<std::string> {
        bool was_watching = false;
        if (context.sender.identity) {
            const auto match = present_match(games, game, context.account());
            if (!match) return match.error();
            was_watching = notify::stop_watching(transaction, context.account(), game);
        }
        const bool had_boards =
            notify::stop_mail_watch(transaction, context.sender.address, game, context.now);
        return text::unwatched_text(game, was_watching || had_boards);
    };
}

CommandTask do_and_tell(const CommandContext& context, game::Referee& referee,
                        protocol::GameId game, GameAct act) {
    auto outcome = co_await do_once(context, referee, game, std::move(act));
    if (!outcome) co_return refused(outcome.error());
    co_return acted(std::move(*outcome));
}

}  // namespace

// Once a day is for mails only.
CommandTask run(const CommandContext& context, MailWatch command, game::Referee& referee,
                const notify::SignedTokens& tokens) {
    const bool is_by_mail =
        !context.sender.identity || command.mode == protocol::MailWatchMode::daily;
    GameAct act = is_by_mail ? ask_for_boards(context, tokens, command)
                             : watch_with_account(context, command);
    return do_and_tell(context, referee, command.game, std::move(act));
}

// A claimed address is not enough to stop its mails: their reader has a link for that.
CommandTask run(const CommandContext& context, MailUnwatch command, game::Referee& referee) {
    if (!context.sender.identity && !context.sender.is_vouched) {
        CommandReply answer;
        const std::string& doubt = context.sender.doubt;
        answer.text = doubt.empty() ? text::not_vouched_text("unwatch", context.site.url)
                                    : text::doubted_text(doubt, context.site.url);
        answer.outcome = Outcome::refused;
        co_return answer;
    }
    GameAct act = stop_watching(context, command.game);
    co_return co_await do_and_tell(context, referee, command.game, std::move(act));
}

CommandTask run(const CommandContext& context, MailVacation command, game::Referee& referee,
                account::Profiles& profiles) {
    protocol::PutVacation request;
    request.from = base::format_day(command.from);
    request.until = base::format_day(command.until);
    GameAct act = [&context, &profiles, command, request](
                      store::Transaction& transaction,
                      game::GameTransaction& games) -> Result<std::string> {
        game::TransactionAccountGames account_games(transaction, games);
        const auto planned = profiles.plan(transaction, account_games, context.account(), request);
        if (!planned) return planned.error();
        return text::vacation_text(command.from, command.until);
    };
    return do_and_tell(context, referee, {}, std::move(act));
}

CommandTask run(const CommandContext& context, MailNotify command, game::Referee& referee) {
    GameAct act = [account = context.account(), command](
                      store::Transaction& transaction,
                      game::GameTransaction&) -> Result<std::string> {
        notify::set_mode(transaction, account, command.mode);
        return text::notify_text(command.mode);
    };
    return do_and_tell(context, referee, {}, std::move(act));
}

}  // namespace tanbo::mail::commands

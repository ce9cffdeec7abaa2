#include <utility>

#include "protocol/account_requests.hpp"
#include "server/account/accounts.hpp"
#include "server/account/profiles.hpp"
#include "server/base/time_zone.hpp"
#include "server/game/account_games.hpp"
#include "server/mail/commands/receipts.hpp"
#include "server/mail/text/replies.hpp"
#include "server/notice/agenda.hpp"
#include "server/notice/mail_watches.hpp"
#include "server/storage/notices.hpp"
#include "server/storage/watches.hpp"

// What somebody wants to be told, and when he is away.
namespace tanbo::mail::commands {
namespace {

using protocol::Result;

// Boards by mail to an address, whether it has an account or not.
GameAct ask_for_boards(const Errand& errand, const MailWatch& command) {
    return [&errand, command](storage::Transaction& transaction,
                              game::Proceedings&) -> Result<GameDeed> {
        const auto asked =
            notice::ask_mail_watch(transaction, errand.rooms.tokens, errand.rooms.site,
                                   errand.writer.address, command.game, command.mode, errand.now);
        if (!asked) return asked.error();
        if (!asked->confirmed_at) return GameDeed{0, text::watch_asked_text(command.game)};
        return GameDeed{0, text::watching_text(command.game, asked->mode)};
    };
}

// With the account, which is told of moves as it is told of everything.
GameAct watch_with_account(const Errand& errand, const MailWatch& command) {
    return [&errand, command](storage::Transaction& transaction,
                              game::Proceedings& games) -> Result<GameDeed> {
        const auto match = present_match(games, command.game, errand.account());
        if (!match) return match.error();
        storage::Watch watch;
        watch.account = static_cast<storage::AccountId>(errand.account());
        watch.game = static_cast<storage::GameId>(command.game);
        watch.mode = protocol::WatchMode::each;
        watch.since_at = games.now();
        const auto watching = notice::start_watching(transaction, **match, watch);
        if (!watching) return watching.error();
        notice::stop_mail_watch(transaction, errand.writer.address, command.game, errand.now);
        return GameDeed{0, text::watching_text(command.game, command.mode)};
    };
}

GameAct stop_watching(const Errand& errand, std::int64_t game) {
    return [&errand, game](storage::Transaction& transaction,
                           game::Proceedings& games) -> Result<GameDeed> {
        bool was_watching = false;
        if (errand.writer.identity) {
            const auto match = present_match(games, game, errand.account());
            if (!match) return match.error();
            const auto account = static_cast<storage::AccountId>(errand.account());
            const auto id = static_cast<storage::GameId>(game);
            was_watching = storage::find_watch(transaction, account, id).has_value();
            storage::delete_watch(transaction, account, id);
        }
        const bool had_boards =
            notice::stop_mail_watch(transaction, errand.writer.address, game, errand.now);
        return GameDeed{0, text::unwatched_text(game, was_watching || had_boards)};
    };
}

Doing do_and_tell(const Errand& errand, std::int64_t game, GameAct act) {
    auto deed = co_await do_once(errand, game, std::move(act));
    if (!deed) co_return refused(deed.error());
    co_return acted(std::move(deed->text));
}

}  // namespace

// Once a day is for mails only.
Doing run(const Errand& errand, MailWatch command) {
    const bool is_by_mail =
        !errand.writer.identity || command.mode == protocol::MailWatchMode::daily;
    GameAct act =
        is_by_mail ? ask_for_boards(errand, command) : watch_with_account(errand, command);
    return do_and_tell(errand, command.game, std::move(act));
}

// Nobody stops the mails of somebody whose address he only writes into a letter: they have a link.
Doing run(const Errand& errand, MailUnwatch command) {
    if (!errand.writer.identity && !errand.writer.is_vouched) {
        ErrandAnswer answer;
        const std::string& doubt = errand.writer.doubt;
        answer.text = doubt.empty() ? text::not_vouched_text("unwatch", errand.rooms.site)
                                    : text::doubted_text(doubt, errand.rooms.site);
        answer.deed = Deed::refused;
        co_return answer;
    }
    GameAct act = stop_watching(errand, command.game);
    co_return co_await do_and_tell(errand, command.game, std::move(act));
}

Doing run(const Errand& errand, MailVacation command) {
    protocol::PutVacation request;
    request.from = base::format_day(command.from);
    request.until = base::format_day(command.until);
    GameAct act = [&errand, command, request](storage::Transaction& transaction,
                                              game::Proceedings& games) -> Result<GameDeed> {
        game::GamesOfAccounts at_hand(transaction, games);
        const auto planned =
            errand.rooms.accounts.profiles().plan(transaction, at_hand, errand.account(), request);
        if (!planned) return planned.error();
        return GameDeed{0, text::vacation_text(command.from, command.until)};
    };
    return do_and_tell(errand, 0, std::move(act));
}

Doing run(const Errand& errand, MailNotify command) {
    GameAct act = [account = errand.account(), command](storage::Transaction& transaction,
                                                        game::Proceedings&) -> Result<GameDeed> {
        storage::set_notice_mode(transaction, static_cast<storage::AccountId>(account),
                                 command.mode);
        return GameDeed{0, text::notify_text(command.mode)};
    };
    return do_and_tell(errand, 0, std::move(act));
}

}  // namespace tanbo::mail::commands

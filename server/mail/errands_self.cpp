#include <utility>

#include "protocol/account_requests.hpp"
#include "protocol/mail_texts.hpp"
#include "protocol/notices.hpp"
#include "server/account/accounts.hpp"
#include "server/account/profiles.hpp"
#include "server/account/read.hpp"
#include "server/account/write_job.hpp"
#include "server/base/time_zone.hpp"
#include "server/game/views.hpp"
#include "server/mail/errand.hpp"
#include "server/notice/mail_watches.hpp"
#include "server/notice/notices.hpp"
#include "server/storage/watches.hpp"

// What somebody wants to be told, and when he is away.
namespace tanbo::mail {
namespace {

using protocol::MailWatchMode;
using protocol::Result;

// Boards by mail to an address, whether it has an account or not.
base::Awaitable<Result<storage::MailWatch>> ask_for_boards(const Errand& errand, std::int64_t game,
                                                           MailWatchMode mode) {
    const auto work = [&errand, game, mode](storage::Transaction& transaction) {
        return notice::ask_mail_watch(transaction, errand.rooms.tokens, errand.rooms.site,
                                      errand.writer.address, game, mode, errand.now);
    };
    account::WriteJob<storage::MailWatch>::Work job = work;
    auto asked = co_await account::write<storage::MailWatch>(errand.rooms.writer, std::move(job));
    co_return asked;
}

// Whether there were any.
base::Awaitable<Result<bool>> stop_boards(const Errand& errand, std::int64_t game) {
    const auto work = [&errand, game](storage::Transaction& transaction) {
        return Result<bool>(
            notice::stop_mail_watch(transaction, errand.writer.address, game, errand.now));
    };
    account::WriteJob<bool>::Work job = work;
    auto stopped = co_await account::write<bool>(errand.rooms.writer, std::move(job));
    co_return stopped;
}

Doing watch_by_mail(const Errand& errand, protocol::MailWatch command) {
    auto asked = co_await ask_for_boards(errand, command.game, command.mode);
    if (!asked) co_return refused(asked.error());
    if (!asked->confirmed_at) co_return acted(protocol::watch_asked_text(command.game));
    co_return acted(protocol::watching_text(command.game, asked->mode));
}

// Whether the account has watched the game.
base::Awaitable<Result<bool>> is_watching(const Errand& errand, std::int64_t game) {
    const auto look = [account = errand.account(), game](storage::Reader& reader) {
        return storage::find_watch(reader, static_cast<storage::AccountId>(account),
                                   static_cast<storage::GameId>(game))
            .has_value();
    };
    auto found = co_await account::read(errand.rooms.database, errand.rooms.readers, look);
    co_return found;
}

}  // namespace

// Whoever has an account watches with it, and is told of moves as he is told of everything; once a
// day is for mails only.
Doing run(const Errand& errand, protocol::MailWatch command) {
    if (!errand.writer.identity || command.mode == MailWatchMode::daily) {
        auto by_mail = co_await watch_by_mail(errand, command);
        co_return by_mail;
    }
    protocol::SetWatch request;
    request.mode = protocol::WatchMode::each;
    auto watched = co_await errand.rooms.notices.agenda.watch(errand.rooms.views, errand.account(),
                                                              command.game, std::move(request));
    if (!watched) co_return refused(watched.error());
    auto stopped = co_await stop_boards(errand, command.game);
    if (!stopped) co_return refused(stopped.error());
    co_return acted(protocol::watching_text(command.game, command.mode));
}

// Nobody stops the mails of somebody whose address he only writes into a letter: they have a link.
Doing run(const Errand& errand, protocol::MailUnwatch command) {
    if (!errand.writer.identity && !errand.writer.is_vouched) {
        ErrandAnswer answer;
        answer.text = protocol::not_vouched_text("unwatch", errand.rooms.site);
        answer.deed = Deed::refused;
        co_return answer;
    }
    bool was_watching = false;
    if (errand.writer.identity) {
        auto watching = co_await is_watching(errand, command.game);
        if (!watching) co_return refused(watching.error());
        was_watching = *watching;
        auto unwatched = co_await errand.rooms.notices.agenda.unwatch(
            errand.rooms.views, errand.account(), command.game);
        if (!unwatched) co_return refused(unwatched.error());
    }
    auto stopped = co_await stop_boards(errand, command.game);
    if (!stopped) co_return refused(stopped.error());
    co_return acted(protocol::unwatched_text(command.game, was_watching || *stopped));
}

Doing run(const Errand& errand, protocol::MailVacation command) {
    protocol::PutVacation request;
    request.from = base::format_day(command.from);
    request.until = base::format_day(command.until);
    auto planned =
        co_await errand.rooms.accounts.profiles().plan(errand.account(), std::move(request));
    if (!planned) co_return refused(planned.error());
    co_return acted(protocol::vacation_text(command));
}

Doing run(const Errand& errand, protocol::MailNotify command) {
    protocol::SetNoticeMode request;
    request.mode = command.mode;
    auto set = co_await errand.rooms.notices.inbox.set_mode(errand.account(), std::move(request));
    if (!set) co_return refused(set.error());
    co_return acted(protocol::notify_text(command.mode));
}

}  // namespace tanbo::mail

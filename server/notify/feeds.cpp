#include "server/notify/feeds.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "protocol/games/answers.hpp"
#include "protocol/games/game_link.hpp"
#include "protocol/games/narration.hpp"
#include "protocol/records/atom.hpp"
#include "protocol/records/calendar_text.hpp"
#include "server/game/log.hpp"
#include "server/game/waiting_rows.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/notices.hpp"

namespace tanbo::notify {

namespace {

using protocol::Code;
using protocol::Result;

// "Your move in game 42 (9x9): anna, ben".
std::string title_of(const protocol::GameSummary& game) {
    std::string title = "Your move in game " + to_string(game.id);
    title += " (" + (game.setup.empty() ? "custom board" : game.setup) + ")";
    std::string_view between = ": ";
    for (const protocol::GameSummary::Holder& seat : game.seats) {
        if (!seat.handle) continue;
        title.append(between).append(*seat.handle);
        between = ", ";
    }
    return title;
}

std::vector<protocol::CalendarEntry> entries_of(const std::vector<game::WaitingRow>& rows,
                                                const Keys& keys, protocol::AccountId account,
                                                const std::string& site) {
    std::vector<protocol::CalendarEntry> entries;
    for (const game::WaitingRow& row : rows) {
        if (!row.game) continue;
        const auto id = row.waiting.game;
        protocol::CalendarEntry& entry = entries.emplace_back();
        entry.uid = keys.stable_id("move:" + to_string(id) + ":" + to_string(account),
                                   row.waiting.since_at);
        entry.at = row.deadline.value_or(row.waiting.due_at);
        entry.made = row.waiting.since_at;
        entry.title = title_of(*row.game);
        entry.url = protocol::game_link(site, id);
        entry.description =
            "Move before this time, or your time runs out and you lose your seat.\n" + entry.url;
    }
    return entries;
}

std::string atom_of(store::Reader& reader, const Keys& keys, const game::View& view,
                    const std::string& site, const std::string& self) {
    const std::string link = protocol::game_link(site, view.id());
    const std::string name = "game:" + to_string(view.id());
    std::vector<protocol::AtomEntry> entries;
    const std::uint32_t before = view.seq() - std::min(view.seq(), feed_entries_max);
    for (const auto& stored : store::read_events(reader, view.id(), before, view.seq() - before)) {
        const bool is_opening = stored.seq == 1;
        const auto event =
            game::decode(view.id(), stored, is_opening ? nullptr : view.match().shared_opening());
        entries.push_back({keys.stable_id(name + ":" + std::to_string(event.seq), event.at),
                           event.at, protocol::narrate(event.data, view.match()), link});
    }
    std::ranges::reverse(entries);
    protocol::AtomFeed feed;
    feed.id = keys.stable_id(name, view.match().created_at());
    feed.updated = entries.empty() ? view.match().updated_at() : entries.front().updated;
    feed.title = "Game " + to_string(view.id()) + " of Tanbo, a game by Mark Steere";
    feed.self = self;
    feed.link = link;
    feed.author = view.match().creator().handle;
    return protocol::encode_atom(feed, entries);
}

}  // namespace

Feeds::Feeds(store::Store& store, Keys keys) : store_(store), keys_(keys) {}

base::Awaitable<Result<std::string>> Feeds::present_key(protocol::AccountId account, MakeKey make) {
    return store_.read([account, keys = keys_, make = std::move(make)](store::Reader& reader) {
        const auto row = store::find_account(reader, account);
        if (!row || row->deleted_at || store::deletion_of(reader, row->id)) {
            return std::string();
        }
        return make(keys, row->created_at, store::notice_settings(reader, row->id).key_renewals);
    });
}

base::Awaitable<Result<void>> Feeds::renew_keys(protocol::AccountId account) {
    store::Work<bool> work = [account](store::Transaction& transaction) {
        store::renew_keys(transaction, account);
        return Result<bool>(true);
    };
    auto done = co_await store_.write<bool>(std::move(work));
    if (!done) co_return done.error();
    co_return Result<void>();
}

base::Awaitable<Result<std::string>> Feeds::calendar_key(protocol::AccountId account) {
    return present_key(account,
                       [account](const Keys& keys, base::Instant made_at, std::int64_t renewals) {
                           return keys.calendar_key(account, made_at, renewals);
                       });
}

base::Awaitable<Result<std::string>> Feeds::calendar(game::Views& views,
                                                     protocol::AccountId account,
                                                     std::string site) {
    auto rows = co_await store_.read([account](store::Reader& reader) {
        auto moves = store::list_due_moves(reader, account, calendar_entries_max);
        return game::with_games(reader, std::move(moves));
    });
    if (!rows) co_return rows.error();
    const auto told = co_await views.fill_deadlines(*rows, account);
    if (!told) co_return told.error();
    const auto entries = entries_of(*rows, keys_, account, site);
    co_return protocol::encode_calendar("Tanbo, a game by Mark Steere", entries, calendar_alarm);
}

base::Awaitable<Result<protocol::AccountId>> Feeds::owner_of_calendar(std::string key) {
    const auto account = account_of_key(key);
    std::string expected;
    if (account) {
        auto present = co_await calendar_key(*account);
        if (!present) co_return present.error();
        expected = std::move(*present);
    }
    if (!account || !base::equal_in_constant_time(key, expected)) {
        co_return protocol::refusal(Code::no_such_calendar,
                                    "This calendar address is invalid or was replaced.");
    }
    co_return *account;
}

base::Awaitable<Result<std::string>> Feeds::feed_key(protocol::GameId game,
                                                     protocol::AccountId account) {
    return present_key(
        account, [game, account](const Keys& keys, base::Instant made_at, std::int64_t renewals) {
            return keys.feed_key(game, account, made_at, renewals);
        });
}

base::Awaitable<Result<std::optional<protocol::AccountId>>> Feeds::reader_of_feed(
    protocol::GameId game, std::string key) {
    const auto account = account_of_key(key);
    if (!account) co_return std::optional<protocol::AccountId>();
    auto present = co_await feed_key(game, *account);
    if (!present) co_return present.error();
    const bool is_open = base::equal_in_constant_time(key, *present);
    co_return is_open ? account : std::optional<protocol::AccountId>();
}

base::Awaitable<Result<std::string>> Feeds::feed(game::View view, std::string site,
                                                 std::string self) {
    return store_.read([view = std::move(view), keys = keys_, site = std::move(site),
                        self = std::move(self)](store::Reader& reader) {
        return atom_of(reader, keys, view, site, self);
    });
}

}  // namespace tanbo::notify

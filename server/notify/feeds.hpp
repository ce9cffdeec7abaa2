#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/views/views.hpp"
#include "server/notify/keys.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

inline constexpr std::uint32_t feed_entries_max = 50;  // the newest events of a game
inline constexpr int calendar_entries_max = 200;       // what is due first
inline constexpr std::chrono::minutes calendar_alarm{60};

// Feeds for programs other than ours: calendars of deadlines and feeds of games, at addresses that
// can't be guessed.
//
// Errors of all: storage_unavailable, overloaded, shutting_down, with retry_after_s. Thread: any
// I/O thread.
class Feeds {
public:
    // Requires: all of them outlive the last answer.
    Feeds(store::Store& store, Keys keys);

    // Keys end when they are renewed, which a change of the password does too, and with the
    // account.
    // The addresses of the account's calendar and private feeds lead nowhere from now on.
    base::Awaitable<protocol::Result<void>> renew_keys(protocol::AccountId account);

    // --- calendars ---

    // The name before ".ics" in the address of the account's calendar.
    base::Awaitable<protocol::Result<std::string>> calendar_key(protocol::AccountId account);
    // The deadlines as iCalendar; `site` is how this server is reached, without a slash, and
    // `views` belongs to this thread.
    base::Awaitable<protocol::Result<std::string>> calendar(game::Views& views,
                                                            protocol::AccountId account,
                                                            std::string site);
    // The owner of this calendar. Errors: no_such_calendar.
    base::Awaitable<protocol::Result<protocol::AccountId>> owner_of_calendar(std::string key);

    // --- feeds of games ---

    // The key that opens the feed of a private game to this account.
    base::Awaitable<protocol::Result<std::string>> feed_key(protocol::GameId game,
                                                            protocol::AccountId account);
    // The account for which this key was made; nothing if it opens nothing.
    base::Awaitable<protocol::Result<std::optional<protocol::AccountId>>> reader_of_feed(
        protocol::GameId game, std::string key);
    // The game's newest events as Atom. `self` is the feed's own address.
    base::Awaitable<protocol::Result<std::string>> feed(game::View view, std::string site,
                                                        std::string self);

    // The name of an entry in a feed, the same for ever (Keys::stable_id).
    std::string stable_id(std::string_view name, base::Instant made_at) const {
        return keys_.stable_id(name, made_at);
    }

private:
    using MakeKey =
        std::function<std::string(const Keys&, base::Instant made_at, std::int64_t renewals)>;

    // The account's present key; empty if it is gone, or about to be.
    base::Awaitable<protocol::Result<std::string>> present_key(protocol::AccountId account,
                                                               MakeKey make);

    store::Store& store_;
    Keys keys_;
};

}  // namespace tanbo::notify

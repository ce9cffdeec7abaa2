#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/store/commit/announcements.hpp"

namespace tanbo::store {

// A line of the log by which nodes learn of each other's commits.
struct Change {
    std::string kind = {};    // one of the list below
    std::int64_t id = 0;      // of the game or the account
    std::int64_t number = 0;  // the event's seq, the message, the game, or where a notification is
    std::int64_t at = 0;      // an instant
    std::string name = {};    // a kind of notification, a type of the lobby's, a token's hash
    std::string data = {};    // a JSON object

    bool operator==(const Change&) const = default;
};

inline constexpr std::string_view event_appended = "event";     // id, number
inline constexpr std::string_view message_changed = "message";  // id, number
inline constexpr std::string_view downtime_added = "downtime";
inline constexpr std::string_view account_changed = "account";      // id
inline constexpr std::string_view token_revoked = "token";          // name, in hex
inline constexpr std::string_view turn_began = "turn";              // id, number, at
inline constexpr std::string_view account_notified = "notified";    // id, number (0: none) to data
inline constexpr std::string_view lobby_changed = "lobby";          // name, data
inline constexpr std::string_view tournament_moved = "tournament";  // id, number
inline constexpr std::string_view mail_queued = "mail";
inline constexpr std::string_view webhook_queued = "webhook";
inline constexpr std::string_view search_asked = "search-asked";
inline constexpr std::string_view search_done = "search-done";
inline constexpr std::string_view searches_attended = "searches-attended";

// A line about a game or an account.
template <class Id>
Change change_of(std::string_view kind, Id id) {
    return {std::string(kind), static_cast<std::int64_t>(id), 0, 0, {}, {}};
}

// The line of an announcement, or nothing if it concerns this node alone.
std::optional<Change> change_of(const Announcement& announcement);

// The announcement of such a line. Nothing: it is of another kind, or turn_began, which is told
// with the game as it is.
std::optional<Announcement> announcement_of(const Change& change);

}  // namespace tanbo::store

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "protocol/json/ids.hpp"
#include "protocol/people/admin.hpp"
#include "server/base/clock.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/site_settings.hpp"

// Orders of moderators and administrators, from REST and from the shell alike.
namespace tanbo::admin {

using Until = std::optional<base::Instant>;  // nothing: until revoked

// --- moderators ---
struct Mute {
    std::string handle;
    Until until;
};
struct Unmute {
    std::string handle;
};
struct DeleteMessage {
    protocol::GameId game;
    protocol::ChatMessageId message;
};
// Decides all open reports about the message that this one is about.
struct ResolveReport {
    protocol::ReportId report;
    protocol::ReportState verdict;
};

// --- administrators only ---
// The account may look and must not act; its games go on, by the clock if they have one.
struct Suspend {
    std::string handle;
    Until until;
};
struct Unsuspend {
    std::string handle;
};
struct SetRole {
    std::string handle;
    store::Role role;
};
struct RemovePlayer {
    protocol::GameId game;
    engine::Seat seat;
};
struct Adjudicate {
    protocol::GameId game;
    protocol::Verdict verdict;
};
struct AbortGame {
    protocol::GameId game;
};
// The game counts for nothing; ratings are as if it had not been rated.
struct VoidRating {
    protocol::GameId game;
};

// Replaces the site's own settings, if they are still those of this seq.
struct ChangeSite {
    store::SiteSettings settings;
};

using Command = std::variant<Mute, Unmute, DeleteMessage, ResolveReport, Suspend, Unsuspend,
                             SetRole, RemovePlayer, Adjudicate, AbortGame, VoidRating, ChangeSite>;

}  // namespace tanbo::admin

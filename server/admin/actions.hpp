#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/admin/commands.hpp"
#include "server/game/game_transaction.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::admin {

// The account that acts; nothing: the operator at the server's shell, who is above all.
using Actor = std::optional<protocol::AccountId>;

struct Done {
    std::string entry;                           // of the audit log, as JSON
    std::optional<protocol::AccountId> account;  // with a changed role or suspension
};

// Carries an order out and writes it into the audit log, in one transaction.
//
// Moderators mute, unmute, delete messages and resolve reports; everything else is for
// administrators. They can't act on themselves, on a game in which they have a seat, or on somebody
// of a higher role.
//
// Errors: forbidden, no_such_player, no_such_game, no_such_message, no_such_report, wrong_kind (a
// role for one who is no member), already_answered (a report), and what the game refuses. Throws:
// store::StorageError. Thread: the writer thread.
protocol::Result<Done> apply(store::Transaction& transaction, game::GameTransaction& games,
                             const Actor& actor, const Command& command, const std::string& reason);

// Whether somebody of this role may ask for what only moderators and administrators see. Errors:
// forbidden.
protocol::Result<void> require_role(store::Role has, store::Role needs);

}  // namespace tanbo::admin

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/referee.hpp"

namespace tanbo::game {

// The refusal of what no player may ask for, only the server itself and its administrators.
template <class Kind>
inline constexpr bool is_servers_own =
    std::is_same_v<Kind, engine::FallDue> || std::is_same_v<Kind, engine::Credit> ||
    std::is_same_v<Kind, engine::Remove> || std::is_same_v<Kind, engine::Adjudicate> ||
    std::is_same_v<Kind, engine::Abort>;

// The account that gives the command; nothing: the server.
std::optional<AccountId> account_of(const Command& command);

// A refusal of the engine, as the client sees it: a sentence that names the value, the present ply
// and seq, and the reason of an illegal move.
protocol::Error to_error(const engine::Refusal& refusal, GameId game, const engine::Match& match,
                         const Command& command);

// Also if the game may not be seen.
protocol::Error no_such_game(GameId game);

// Of a name like "bot:11", which none of the server's bots has.
protocol::Error no_such_bot(std::string_view name);

}  // namespace tanbo::game

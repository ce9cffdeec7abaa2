#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "engine/event.hpp"
#include "engine/match.hpp"
#include "protocol/games/proposals.hpp"
#include "protocol/json/error.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

// House bots as opponents: who may have one at the board, and when. They take a seat at once.
namespace tanbo::game {

// A game in which nothing happens for so long costs its bot nothing, and does not count.
inline constexpr std::chrono::minutes bot_game_idle{15};
inline constexpr int bot_games_of_player_max = 20;  // being played, of one account

// Whether the player is one of the server's own.
bool is_house_bot(const engine::Player& player);
// Whether a player who sits there, or is offered a seat, is one.
bool has_house_bot(const engine::Match& match);

// The house bot of this name. Errors: no_such_bot; bots_off. Throws: store::StorageError.
protocol::Result<engine::Player> find_bot(store::Reader& reader, const BotRules& rules,
                                          std::string_view name);

// Whether a program would move for it now. Throws: store::StorageError.
bool is_played(store::Reader& reader, const BotRules& rules, const engine::Player& bot,
               engine::Instant now);

// Whether it may take a seat in one more game. Throws: store::StorageError.
bool has_room(store::Reader& reader, const BotRules& rules, const engine::Player& bot,
              engine::Instant now);

// Whether the bot may take a seat in one more game, which `asker` wants. Errors: bots_off if no
// program plays for it, or it is suspended; bot_busy; limit_reached (bot_games_of_player_max;
// store::part_of_address, which holds for no address of this machine). Throws: store::StorageError.
protocol::Result<void> admit_bot(store::Reader& reader, const BotRules& rules,
                                 const engine::Player& bot, AccountId asker, engine::Instant now);

// A player's seat that was left and is on offer goes to a house bot, because a player of the game
// asks for it. `seen` is the seq up to which that player had seen it.
//
// Errors: no_such_game; not_a_player; wrong_kind (the game is rated); stale_seq; those of find_bot
// and admit_bot, and of the engine's TakeOver. Throws: store::StorageError.
protocol::Result<Step> seat_bot(store::Transaction& transaction, GameTransaction& games,
                                GameId game, AccountId asker, const protocol::TakeSeat& request);
// The same as a transaction of its own, done once for each key.
base::Awaitable<protocol::Result<Receipt>> submit_bot(Referee& referee, GameId game,
                                                      AccountId asker, protocol::TakeSeat request,
                                                      std::optional<IdempotencyKey> key);

}  // namespace tanbo::game

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "protocol/people/study.hpp"
#include "server/chat/notes.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/refusals.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/notes.hpp"

// The part of Notes that keeps studies.
namespace tanbo::chat {

namespace {

using protocol::Code;
using protocol::GameId;
using protocol::Result;

std::string text_of(GameId game, const std::optional<store::Study>& study) {
    if (!study) return protocol::encode_study(game, 0, "[]", std::nullopt);
    const engine::Instant at = study->updated_at;
    return protocol::encode_study(game, static_cast<std::uint32_t>(study->seq), study->branches,
                                  at);
}

protocol::Error stale_study(GameId game, std::int64_t seq) {
    protocol::Error error = protocol::refusal(
        Code::stale_seq, "Your study of game " + to_string(game) + " is at seq " +
                             std::to_string(seq) + ". Read it and merge it first.");
    error.seq = static_cast<std::uint32_t>(seq);
    return error;
}

bool can_see(game::GameTransaction& games, protocol::AccountId owner, GameId game) {
    const auto match = games.match(game);
    return match != nullptr && match->can_see(owner);
}

Result<std::string> replace_study(store::Transaction& transaction, game::GameTransaction& games,
                                  protocol::AccountId owner, GameId game,
                                  const protocol::PutStudy& put) {
    if (!can_see(games, owner, game)) return game::no_such_game(game);
    const auto before = store::find_study(transaction, owner, game);
    const std::int64_t seq = before ? before->seq : 0;
    if (put.seq != seq) return stale_study(game, seq);
    const store::Study study{game, seq + 1, put.branches, games.now()};
    if (!store::set_study(transaction, owner, study)) {
        return refusal(Code::limit_reached, "You have studies of " +
                                                std::to_string(store::studies_max) +
                                                " games, the maximum. Delete one first.");
    }
    return text_of(game, study);
}

}  // namespace

base::Awaitable<Result<std::string>> Notes::find_study(protocol::AccountId owner, GameId game) {
    return store_.read([owner, game](store::Reader& reader) {
        return text_of(game, store::find_study(reader, owner, game));
    });
}

base::Awaitable<Result<std::string>> Notes::put_study(protocol::AccountId owner, GameId game,
                                                      protocol::PutStudy study) {
    const auto work = [owner, game, study = std::move(study)](store::Transaction& transaction,
                                                              game::GameTransaction& games) {
        return replace_study(transaction, games, owner, game, study);
    };
    co_return co_await referee_.transact<std::string>(work);
}

base::Awaitable<Result<void>> Notes::remove_study(protocol::AccountId owner, GameId game) {
    const auto work = [owner, game](store::Transaction& transaction,
                                    game::GameTransaction& games) -> Result<bool> {
        if (!can_see(games, owner, game)) return game::no_such_game(game);
        store::empty_study(transaction, owner, game, games.now());
        return true;
    };
    const auto removed = co_await referee_.transact<bool>(work);
    if (!removed) co_return removed.error();
    co_return Result<void>();
}

}  // namespace tanbo::chat

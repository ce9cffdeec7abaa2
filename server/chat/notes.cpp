#include "server/chat/notes.hpp"

#include <utility>

#include "protocol/people/note.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/refusals.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/notes.hpp"

namespace tanbo::chat {

namespace {

using protocol::Code;
using protocol::Result;

Result<std::string> replace(store::Transaction& transaction, game::GameTransaction& games,
                            protocol::AccountId owner, protocol::GameId game,
                            const std::string& text) {
    const auto match = games.match(game);
    if (match == nullptr || !match->can_see(owner)) return game::no_such_game(game);
    const store::Note note{game, text, games.now()};
    if (!store::set_note(transaction, owner, note)) {
        return refusal(Code::limit_reached, "You have notes in " +
                                                std::to_string(store::notes_max) +
                                                " games, the maximum. Delete one first.");
    }
    if (text.empty()) return protocol::encode_note(game, text, std::nullopt);
    return protocol::encode_note(game, text, games.now());
}

}  // namespace

base::Awaitable<Result<std::string>> Notes::find(protocol::AccountId owner, protocol::GameId game) {
    return store_.read([owner, game](store::Reader& reader) {
        const auto note = store::find_note(reader, owner, game);
        if (!note) return protocol::encode_note(game, "", std::nullopt);
        const engine::Instant at = note->updated_at;
        return protocol::encode_note(game, note->text, at);
    });
}

base::Awaitable<Result<std::string>> Notes::put(protocol::AccountId owner, protocol::GameId game,
                                                std::string text) {
    const auto work = [owner, game, text = std::move(text)](store::Transaction& transaction,
                                                            game::GameTransaction& games) {
        return replace(transaction, games, owner, game, text);
    };
    co_return co_await referee_.transact<std::string>(work);
}

}  // namespace tanbo::chat

#include <vector>

#include "server/game/deadlines.hpp"
#include "server/game/log.hpp"
#include "server/game/referee.hpp"
#include "server/game/summaries.hpp"
#include "server/storage/database.hpp"
#include "server/storage/game_log.hpp"
#include "server/storage/group_commit.hpp"

namespace tanbo::game {

namespace {

constexpr int games_a_transaction = 20;

void rebuild_summary(storage::Transaction& transaction, storage::GameId id) {
    const auto log = storage::read_events(transaction, id);
    const auto game = static_cast<GameId>(id);
    replay(game, log, [&](const engine::Match& after, const engine::Event& event) {
        if (event.seq == 1) {
            storage::reset_game(transaction, id, first_row(after, log.front().data));
        }
        update_summary(transaction, game, std::span(&event, 1), after);
        if (event.seq == static_cast<std::uint32_t>(log.back().seq)) {
            sync_deadline(transaction, game, after, 0);
        }
    });
}

}  // namespace

std::size_t Referee::rebuild_summaries(storage::Database& database, storage::GroupCommit& writer) {
    std::size_t rebuilt = 0;
    storage::GameId last{0};
    while (true) {
        const auto ids = database.read([last](storage::Reader& reader) {
            return storage::game_ids(reader, last, games_a_transaction);
        });
        if (ids.empty()) return rebuilt;
        writer.write([&ids](storage::Transaction& transaction) {
            for (const storage::GameId id : ids) rebuild_summary(transaction, id);
        });
        rebuilt += ids.size();
        last = ids.back();
    }
}

}  // namespace tanbo::game

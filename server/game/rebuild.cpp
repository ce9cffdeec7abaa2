#include "server/game/rebuild.hpp"

#include <algorithm>
#include <vector>

#include "server/game/log.hpp"
#include "server/game/referee.hpp"
#include "server/game/summaries.hpp"
#include "server/game/time/deadlines.hpp"
#include "server/store/error.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/derived_rows.hpp"
#include "server/store/tables/games/game_log.hpp"

namespace tanbo::game {

namespace {

constexpr int games_a_transaction = 20;
constexpr std::size_t examples_max = 100;

// How many reminders of the present turn have been given: what the row says, if it is of this turn.
int reminders_given(store::Reader& reader, GameId game, const engine::Match& match) {
    const auto kept = store::find_deadline(reader, game);
    if (!kept || !match.due()) return 0;
    const store::Deadline derived = deadline_of(game, match, kept->reminded);
    const bool is_same = kept->flag_at == derived.flag_at && kept->account == derived.account;
    return is_same ? kept->reminded : 0;
}

void derive(store::Transaction& transaction, protocol::GameId id,
            const std::vector<store::StoredEvent>& log) {
    std::vector<engine::Event> events;
    events.reserve(log.size());
    replay(id, log, [&](const engine::Match& after, const engine::Event& event) {
        if (event.seq == 1) {
            store::reset_game(transaction, id, first_row(after, log.front().data));
        }
        events.push_back(event);
        if (events.size() < log.size()) return;
        update_summary(transaction, id, events, nullptr, after);
        sync_deadline(transaction, id, after, reminders_given(transaction, id, after));
    });
}

// The first row that is not among the others.
std::string first_other(const std::vector<std::string>& rows,
                        const std::vector<std::string>& others) {
    for (const std::string& row : rows) {
        if (std::ranges::find(others, row) == others.end()) return row;
    }
    return "no such row";
}

}  // namespace

std::optional<std::string> rebuild_rows(store::Transaction& transaction, protocol::GameId game) {
    const std::string name = "Game " + to_string(game);
    const auto log = store::read_events(transaction, game);
    if (log.empty()) throw store::StorageError(store::Fault::misuse, name + " has no events.");
    const auto stored = store::derived_rows(transaction, game);
    derive(transaction, game, log);
    const auto derived = store::derived_rows(transaction, game);
    if (stored == derived) return std::nullopt;
    return name + ": stored is \"" + first_other(stored, derived) + "\", its events say \"" +
           first_other(derived, stored) + "\".";
}

Rebuilt Referee::rebuild_summaries(store::Store& store) {
    Rebuilt rebuilt;
    protocol::GameId last{0};
    while (true) {
        const auto ids = store.read_now([last](store::Reader& reader) {
            return store::game_ids(reader, last, games_a_transaction);
        });
        if (ids.empty()) return rebuilt;
        std::vector<std::string> wrong;  // a sentence each
        store.write_now([&ids, &wrong](store::Transaction& transaction) {
            wrong.clear();
            for (const protocol::GameId id : ids) {
                if (auto sentence = rebuild_rows(transaction, id)) {
                    wrong.push_back(std::move(*sentence));
                }
            }
        });
        rebuilt.games += ids.size();
        rebuilt.wrong += wrong.size();
        for (std::string& sentence : wrong) {
            if (rebuilt.examples.size() < examples_max) {
                rebuilt.examples.push_back(std::move(sentence));
            }
        }
        last = ids.back();
    }
}

}  // namespace tanbo::game

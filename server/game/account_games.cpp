#include "server/game/account_games.hpp"

#include <utility>

#include "server/game/proceedings.hpp"
#include "server/storage/account_games.hpp"

namespace tanbo::game {

namespace {

class AtHand final : public account::GamesAtHand {
public:
    AtHand(storage::Transaction& transaction, Proceedings& proceedings)
        : transaction_(transaction), proceedings_(proceedings) {}

    void set_calendar(std::int64_t account, const engine::Calendar& calendar) override {
        for (const GameId game : games_of(account)) {
            const auto match = proceedings_.match(game);
            const bool counts = match != nullptr && match->status() == engine::Status::active &&
                                engine::uses_calendars(match->terms().clock);
            if (counts) command(game, engine::SetCalendar{account, calendar});
        }
    }

    void leave_all(std::int64_t account) override {
        for (const GameId game : games_of(account)) command(game, engine::Leave{account});
    }

private:
    std::vector<GameId> games_of(std::int64_t account) {
        std::vector<GameId> games;
        for (const storage::GameId game :
             storage::unfinished_games_of(transaction_, static_cast<storage::AccountId>(account))) {
            games.push_back(static_cast<GameId>(game));
        }
        return games;
    }

    // What a game refuses does not concern it: he is out of it, or was only invited.
    void command(GameId game, const Command& command) {
        static_cast<void>(proceedings_.command(game, command));
    }

    storage::Transaction& transaction_;
    Proceedings& proceedings_;
};

}  // namespace

base::Awaitable<protocol::Result<void>> AccountGames::perform(Work work) {
    Performance performance = [work = std::move(work)](storage::Transaction& transaction,
                                                       Proceedings& proceedings) {
        AtHand games(transaction, proceedings);
        return work(transaction, games);
    };
    auto done = co_await referee_.perform<void>(std::move(performance));
    co_return done;
}

}  // namespace tanbo::game

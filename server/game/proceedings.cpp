#include "server/game/proceedings.hpp"

#include <string>
#include <utility>
#include <variant>

#include "engine/notation.hpp"
#include "protocol/events.hpp"
#include "server/game/desk.hpp"
#include "server/game/log.hpp"
#include "server/game/refusals.hpp"
#include "server/game/summaries.hpp"
#include "server/game/witness.hpp"
#include "server/storage/error.hpp"
#include "server/storage/game_log.hpp"

namespace tanbo::game {

namespace {

using SharedMatch = std::shared_ptr<const engine::Match>;

// The command as the engine takes it: the board says which point is meant.
engine::Command to_engine(const Command& command, const engine::Match& match) {
    struct Translation {
        const engine::Match& match;

        engine::Command operator()(const Move& move) const {
            const engine::Lattice& lattice = match.opening().lattice();
            return engine::Place{move.account, engine::parse_point(lattice, move.point), move.ply};
        }
        engine::Command operator()(const engine::Join& join) const { return join; }
        engine::Command operator()(const engine::Start& start) const { return start; }
        engine::Command operator()(const engine::Leave& leave) const { return leave; }
    };
    return std::visit(Translation{match}, command);
}

[[noreturn]] void throw_misuse(const std::string& what) {
    throw storage::StorageError(storage::Fault::misuse, what);
}

}  // namespace

Proceedings::Proceedings(storage::Transaction& transaction, Desk& desk,
                         const std::vector<Witness*>& witnesses, engine::Instant now)
    : transaction_(transaction), desk_(desk), witnesses_(witnesses), now_(now) {}

SharedMatch Proceedings::match(GameId game) {
    for (auto done = done_.games.rbegin(); done != done_.games.rend(); ++done) {
        if (done->id == game) return done->match;
    }
    return desk_.match(transaction_, game);
}

Step Proceedings::open(engine::GameOpened opened) {
    const std::int64_t creator = opened.creator.account;
    const engine::Event event{1, now_, std::move(opened)};
    const auto sound = engine::Match::open(event);
    if (!sound) throw_misuse("A game can't be opened: its seats don't fit.");
    auto match = std::make_shared<const engine::Match>(*sound);
    const protocol::StoredEvent stored = to_stored(event, match->opening().lattice());
    const auto game =
        static_cast<GameId>(storage::create_game(transaction_, first_row(*match, stored.data)));
    SharedBytes frame = append(game, creator, std::span(&event, 1), nullptr, match);
    return {game, event.seq, std::move(frame), std::move(match), false};
}

Step Proceedings::begin(engine::GameOpened opened) {
    const std::vector<engine::SeatOffer> seats = opened.seats;
    const std::int64_t creator = opened.creator.account;
    Step step = open(std::move(opened));
    const auto take = [this, &step](const Command& next) {
        auto taken = command(step.game, next);
        if (!taken) throw_misuse("A game can't begin: " + taken.error().detail);
        step.match = taken->match;
    };
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (seats[i].is_taken || !seats[i].player) continue;
        take(engine::Join{*seats[i].player, engine::seat_at(static_cast<int>(i))});
    }
    if (step.match->status() == engine::Status::open) take(engine::Start{creator});
    return step;
}

protocol::Result<Step> Proceedings::command(GameId game, const Command& command) {
    SharedMatch present = match(game);
    if (present == nullptr || !present->may_see(account_of(command))) return no_such_game(game);
    engine::Decision decision = engine::decide(*present, to_engine(command, *present), now_);
    if (const auto* const refusal = std::get_if<engine::Refusal>(&decision)) {
        return to_error(*refusal, game, *present, command);
    }
    if (const auto* const repeated = std::get_if<engine::Repeated>(&decision)) {
        return repeat(game, std::move(present), repeated->seq);
    }
    return carry_out(game, command, *present, std::get<engine::Decided>(std::move(decision)));
}

Step Proceedings::carry_out(GameId game, const Command& command, const engine::Match& before,
                            engine::Decided decided) {
    auto next = std::make_shared<const engine::Match>(std::move(decided.next));
    const std::uint32_t seq = decided.events.front().seq;
    SharedBytes frame = append(game, account_of(command), decided.events, &before, next);
    return {game, seq, std::move(frame), std::move(next), false};
}

Step Proceedings::repeat(GameId game, SharedMatch match, std::uint32_t seq) {
    auto event = storage::find_event(transaction_, static_cast<storage::GameId>(game), seq);
    if (!event) {
        throw_misuse("Event " + std::to_string(seq) + " of game " + std::to_string(game) +
                     " is missing.");
    }
    const Frame frame = to_frame(game, to_protocol(std::move(*event)));
    return {game, seq, frame.json, std::move(match), true};
}

// Appends the events, brings the summary up to `match`, which is the one after them, and calls the
// witnesses. Returns the first event's frame.
SharedBytes Proceedings::append(GameId game, std::optional<std::int64_t> account,
                                std::span<const engine::Event> events, const engine::Match* before,
                                SharedMatch match) {
    const Happening happening{game, before, *match, events, account, done_.notices};
    const auto id = static_cast<storage::GameId>(game);
    CommittedGame done{game, match, {}};
    for (const engine::Event& event : events) {
        const protocol::StoredEvent stored = to_stored(event, match->opening().lattice());
        storage::NewEvent row;
        row.seq = stored.seq;
        row.at = stored.at.time_since_epoch().count();
        row.type = stored.type;
        if (account) row.account = static_cast<storage::AccountId>(*account);
        row.data = stored.data;
        storage::append_event(transaction_, id, row);
        done.frames.push_back(to_frame(game, stored));
        account.reset();  // what follows from the command is nobody's doing
    }
    update_summary(transaction_, game, events, *match);
    SharedBytes first = done.frames.front().json;
    done_.games.push_back(std::move(done));
    for (Witness* const witness : witnesses_) witness->record(transaction_, happening);
    return first;
}

void Proceedings::tell(std::int64_t account, SharedBytes message) {
    done_.notices.push_back({account, std::move(message)});
}

CommittedBatch Proceedings::take() {
    return std::exchange(done_, {});
}

}  // namespace tanbo::game

#include "server/game/log.hpp"

#include <optional>
#include <string>
#include <utility>

#include "engine/memory.hpp"
#include "server/store/error.hpp"

namespace tanbo::game {

namespace {

[[noreturn]] void throw_unsound(GameId game, std::int64_t seq, std::string_view why) {
    throw store::StorageError(store::Fault::misuse,
                              "Event " + std::to_string(seq) + " of game " + to_string(game) +
                                  " does not follow from the events before it: " +
                                  std::string(why) + (why.ends_with('.') ? "" : "."));
}

}  // namespace

engine::Event decode(GameId game, const store::StoredEvent& stored,
                     const std::shared_ptr<const engine::Opening>& opening) {
    auto data = protocol::decode_event_data(stored.type, stored.data, opening);
    if (!data) throw_unsound(game, stored.seq, data.error().detail);
    return {static_cast<std::uint32_t>(stored.seq), stored.at, std::move(*data)};
}

void replay(GameId game, std::span<const store::StoredEvent> log,
            const std::function<void(const engine::Match&, const engine::Event&)>& each) {
    std::optional<engine::Match> match;
    for (const store::StoredEvent& stored : log) {
        const engine::Event event = decode(game, stored, match ? match->shared_opening() : nullptr);
        if (match) {
            const engine::ApplyFault fault = match->apply(event);
            if (fault != engine::ApplyFault::none) {
                throw_unsound(game, stored.seq, engine::apply_fault_name(fault));
            }
        } else {
            match = engine::Match::open(event);
            if (!match) throw_unsound(game, stored.seq, "not an opening");
        }
        each(*match, event);
    }
}

std::shared_ptr<const engine::Match> load_match(store::Reader& reader, GameId game,
                                                std::int64_t until) {
    const auto log = store::read_events(reader, game, 0, until);
    std::shared_ptr<const engine::Match> last;
    replay(game, log, [&](const engine::Match& match, const engine::Event& event) {
        if (event.seq == log.size()) last = std::make_shared<const engine::Match>(match);
    });
    return last;
}

std::shared_ptr<const engine::Match> continue_match(GameId game, const engine::Match& from,
                                                    std::span<const store::StoredEvent> events) {
    auto match = std::make_shared<engine::Match>(from);
    for (const store::StoredEvent& stored : events) {
        const engine::Event event = decode(game, stored, match->shared_opening());
        const engine::ApplyFault fault = match->apply(event);
        if (fault != engine::ApplyFault::none) {
            throw_unsound(game, stored.seq, engine::apply_fault_name(fault));
        }
    }
    return match;
}

MatchLog read_log(store::Reader& reader, GameId game) {
    const auto stored = store::read_events(reader, game);
    MatchLog log;
    replay(game, stored, [&](const engine::Match& match, const engine::Event& event) {
        log.events.push_back(event);
        if (event.seq == stored.size()) log.match = std::make_shared<const engine::Match>(match);
    });
    return log;
}

protocol::StoredEvent to_stored(const engine::Event& event, const engine::Lattice& lattice) {
    protocol::StoredEvent stored;
    stored.seq = event.seq;
    stored.at = event.at;
    stored.type = protocol::event_type(event.data);
    stored.data = protocol::encode_event_data(event.data, lattice);
    return stored;
}

protocol::StoredEvent to_protocol(store::StoredEvent event) {
    protocol::StoredEvent stored;
    stored.seq = static_cast<std::uint32_t>(event.seq);
    stored.at = event.at;
    stored.type = std::move(event.type);
    stored.data = std::move(event.data);
    return stored;
}

Frame to_frame(GameId game, const protocol::StoredEvent& event) {
    Frame frame;
    frame.seq = event.seq;
    frame.type = event.type;
    frame.json = std::make_shared<const std::string>(protocol::encode_frame(game, event));
    return frame;
}

bool names(const engine::Match& match, AccountId account) {
    return match.creator().account == account || match.has_played(account) ||
           match.reserved_for(account);
}

std::size_t match_bytes(const engine::Match& match) {
    return engine::shared_bytes<engine::Match>() + match.heap_bytes();
}

}  // namespace tanbo::game

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/client/client.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Answers that a program that plays reads, beside protocol/client/client.hpp and as leniently.
namespace tanbo::protocol {

// A message of GET /me/stream.
struct StreamMessage {
    std::string type;                              // a NoticeKind, "ready", or something newer
    std::optional<std::uint64_t> number = {};      // to resume after
    engine::Instant at;                            // by the server's clock
    std::optional<GameId> game = {};               // that it is about
    std::optional<ChallengeOffer> challenge = {};  // of a "challenge", made to the player
};

// Something that waits for a player: a game, or a challenge.
struct WaitingItem {
    std::optional<GameId> game = {};
    std::optional<ChallengeOffer> challenge = {};
};

struct WaitingPage {
    std::vector<WaitingItem> items;
    std::string next;  // the cursor of the next page; empty on the last
};

struct EventPage {
    std::uint32_t seq = 0;  // the game's present one
    std::vector<engine::Event> events;
};

// An account of a house bot.
struct HouseBot {
    std::string handle;
    int level = 0;  // 1 to 10
    std::string token;
    std::string secret = {};  // that its draws are made of; empty: it was told none
};

// Errors, all: malformed_json, invalid_field; of decode_event_page: invalid_record.
Result<StreamMessage> decode_stream_message(std::string_view line);
Result<WaitingPage> decode_waiting_page(std::string_view answer);
// `opening` is the game's, null before its first event has come.
Result<EventPage> decode_event_page(std::string_view answer,
                                    std::shared_ptr<const engine::Opening> opening);
// {"handle":"bot:5","level":5,"token":"tbo_…"}, and "secret" if it has one
Result<HouseBot> decode_house_bot(std::string_view line);

}  // namespace tanbo::protocol

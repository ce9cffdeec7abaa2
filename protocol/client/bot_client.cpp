#include "protocol/client/bot_client.hpp"

#include <utility>

#include "protocol/client/challenge_offer.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/json/json_reader.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps bot_page_caps{.bytes = 33'554'432, .depth = 16, .values = 1'048'576};
constexpr JsonCaps bot_message_caps{.bytes = 262'144, .depth = 16, .values = 16'384};
constexpr std::size_t string_bytes_max = 4096;
constexpr std::size_t items_max = 1000;
constexpr int bot_level_max = 10;

std::string read_string(const JsonReader& in) {
    return std::string(in.text(0, string_bytes_max));
}

// Of a message about a game: its summary, or something said in it, which names it.
std::optional<GameId> read_game_of(const JsonReader& data) {
    if (data.has("game")) {
        const auto game = data.nullable_field("game");
        return game ? std::optional(game->id<GameId>()) : std::nullopt;
    }
    if (data.has("id") && data.has("ply")) return data.field("id").id<GameId>();
    return std::nullopt;
}

StreamMessage read_stream_message(const JsonReader& in) {
    StreamMessage message;
    message.type = read_string(in.field("type"));
    message.at = read_instant(in.field("at"));
    if (const auto number = in.optional_field("number")) {
        constexpr std::int64_t number_max = std::int64_t{1} << 53U;
        message.number = static_cast<std::uint64_t>(number->integer(0, number_max));
    }
    const JsonReader data = in.field("data");
    if (message.type == "challenge") {
        message.challenge = read_challenge_offer(data);
    } else {
        message.game = read_game_of(data);
    }
    return message;
}

WaitingItem read_waiting_item(const JsonReader& in) {
    WaitingItem item;
    if (const auto game = in.nullable_field("game")) {
        item.game = game->field("id").id<GameId>();
    } else if (in.has("challenge")) {
        item.challenge = read_challenge_offer(in.field("challenge"));
    }
    return item;
}

}  // namespace

Result<StreamMessage> decode_stream_message(std::string_view line) {
    return decode_with<StreamMessage>(line, bot_message_caps, FirstFault(), read_stream_message);
}

Result<WaitingPage> decode_waiting_page(std::string_view answer) {
    return decode_with<WaitingPage>(answer, bot_page_caps, FirstFault(), [](const JsonReader& in) {
        WaitingPage page;
        const JsonReader turns = in.field("turns");
        const std::size_t count = turns.elements(0, items_max);
        for (std::size_t i = 0; i < count; ++i)
            page.items.push_back(read_waiting_item(turns.element(i)));
        if (const auto next = in.nullable_field("next")) page.next = read_string(*next);
        return page;
    });
}

Result<EventPage> decode_event_page(std::string_view answer,
                                    std::shared_ptr<const engine::Opening> opening) {
    return decode_with<EventPage>(
        answer, bot_page_caps, FirstFault(Code::invalid_record), [&opening](const JsonReader& in) {
            EventPage page;
            page.seq = in.field("seq").natural32();
            const JsonReader events = in.field("events");
            const std::size_t count = events.elements(0, items_max);
            for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
                const JsonReader one = events.element(i);
                engine::Event event;
                event.seq = one.field("seq").natural32();
                event.at = read_instant(one.field("at"));
                const std::string type = read_string(one.field("type"));
                event.data = read_event_data(one.field("data"), type, opening);
                const auto* const opened = std::get_if<engine::GameOpened>(&event.data);
                if (opened != nullptr) opening = opened->opening;
                page.events.push_back(std::move(event));
            }
            return page;
        });
}

Result<HouseBot> decode_house_bot(std::string_view line) {
    return decode_with<HouseBot>(line, bot_message_caps, FirstFault(), [](const JsonReader& in) {
        HouseBot account;
        account.handle = std::string(in.field("handle").text(1, string_bytes_max));
        account.level = static_cast<int>(in.field("level").integer(1, bot_level_max));
        account.token = std::string(in.field("token").text(1, string_bytes_max));
        if (const auto secret = in.optional_field("secret")) {
            account.secret = std::string(secret->text(1, string_bytes_max));
        }
        return account;
    });
}

}  // namespace tanbo::protocol

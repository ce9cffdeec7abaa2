#include "protocol/client/bot_client.hpp"

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

TEST(BotClient, ReadsWhatTheStreamSays) {
    const auto ready = decode_stream_message(
        R"({"topic":"me","type":"ready","number":12,"at":"2026-03-01T12:00:00.000Z","data":{"lost":0}})");
    const auto turn = decode_stream_message(
        R"({"topic":"me","type":"your-turn","number":null,"at":"2026-03-01T12:00:00.000Z",)"
        R"("data":{"id":42,"ply":3,"new":[]}})");
    const auto mention = decode_stream_message(
        R"({"topic":"me","type":"chat-mention","number":13,"at":"2026-03-01T12:00:00.000Z",)"
        R"("data":{"game":42,"id":7,"text":"@anna good luck!"}})");

    ASSERT_TRUE(ready.has_value() && turn.has_value() && mention.has_value());
    EXPECT_EQ(ready->type, "ready");
    EXPECT_EQ(ready->number, 12U);
    EXPECT_EQ(ready->game, std::nullopt);
    EXPECT_EQ(turn->number, std::nullopt);
    EXPECT_EQ(turn->game, GameId{42});
    EXPECT_EQ(mention->game, GameId{42});
}

TEST(BotClient, ReadsAChallenge) {
    const auto message = decode_stream_message(
        R"({"topic":"me","type":"challenge","number":1,"at":"2026-03-01T12:00:00.000Z",)"
        R"("data":{"id":7,"creator":"anna","setup":null,"rated":true,"game":null}})");

    ASSERT_TRUE(message.has_value()) << message.error().detail;
    ASSERT_TRUE(message->challenge.has_value());
    EXPECT_EQ(message->challenge->id, ChallengeId{7});
    EXPECT_EQ(message->challenge->setup, "");
    EXPECT_TRUE(message->challenge->is_rated);
    EXPECT_EQ(message->game, std::nullopt);
}

TEST(BotClient, ReadsWhatWaits) {
    const auto page = decode_waiting_page(
        R"({"turns":[{"kind":"move","game":{"id":3,"ply":1}},{"kind":"challenge","game":null,)"
        R"("challenge":{"id":7,"creator":"anna","setup":"9x9","rated":false}}],"next":"abc"})");

    ASSERT_TRUE(page.has_value()) << page.error().detail;
    ASSERT_EQ(page->items.size(), 2U);
    EXPECT_EQ(page->items[0].game, GameId{3});
    EXPECT_EQ(page->items[1].challenge->setup, "9x9");
    EXPECT_EQ(page->next, "abc");
}

TEST(BotClient, ReadsEventsFromTheFirstOn) {
    const auto page = decode_event_page(
        R"({"game":1,"seq":2,"events":[{"topic":"game:1","seq":1,"type":"open",)"
        R"("at":"2026-03-01T12:00:00.000Z","data":{"setup":"9x9","board":[9,9],)"
        R"("stones":{"black":["B2","H8"],"white":["H2","B8"]},"to_move":"black",)"
        R"("seats":[{"seat":"black","account":1,"handle":"anna","state":"in"},)"
        R"({"seat":"white","account":null,"handle":null,"state":"open"}],)"
        R"("visibility":"public","creator":{"account":1,"handle":"anna"}}},)"
        R"({"topic":"game:1","seq":2,"type":"join","at":"2026-03-01T12:00:00.000Z",)"
        R"("data":{"seat":"white","account":2,"handle":"ben"}}]})",
        nullptr);

    ASSERT_TRUE(page.has_value()) << page.error().detail;
    EXPECT_EQ(page->seq, 2U);
    ASSERT_EQ(page->events.size(), 2U);
    EXPECT_EQ(std::get<engine::PlayerJoined>(page->events[1].data).player.handle, "ben");
}

TEST(BotClient, RefusesWhatItCannotRead) {
    for (const std::string_view line : {"", "{}", "[]", R"({"type":1})", R"({"turns":{}})"}) {
        EXPECT_FALSE(decode_stream_message(line).has_value()) << line;
        EXPECT_FALSE(decode_waiting_page(line).has_value()) << line;
        EXPECT_FALSE(decode_event_page(line, nullptr).has_value()) << line;
        EXPECT_FALSE(decode_house_bot(line).has_value()) << line;
    }
}

}  // namespace
}  // namespace tanbo::protocol

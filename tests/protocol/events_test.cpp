#include "protocol/games/events.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::protocol {
namespace {

using engine::Event;
using engine::Match;
using engine::Seat;

std::string lines(const Script& script) {
    std::string text;
    for (const StoredEvent& event : script.stored()) text += encode_frame(GameId{42}, event) + "\n";
    return text;
}

Error refusal(
    std::string_view type, std::string_view data,
    const std::shared_ptr<const engine::Opening>& opening = engine::find_setup("9x9")->opening) {
    const auto decoded = decode_event_data(type, data, opening);
    EXPECT_FALSE(decoded.has_value()) << data;
    return decoded.has_value() ? Error{} : decoded.error();
}

TEST(Events, AreShownWithThePresentHandlesOfTheirAccountsAndNothingElseChanged) {
    const auto present = [](protocol::AccountId account) {
        return account == AccountId{7} ? std::optional<std::string>("deleted-7") : std::nullopt;
    };

    EXPECT_EQ(with_handles(R"({"seats":[{"seat":"black","account":7,"handle":"anna","state":"in"},)"
                           R"({"seat":"white","account":77,"handle":"ben","state":"in"},)"
                           R"({"seat":"red","account":null,"handle":null,"state":"open"}],)"
                           R"("creator":{"account":7,"handle":"anna"}})",
                           present),
              R"({"seats":[{"seat":"black","account":7,"handle":"deleted-7","state":"in"},)"
              R"({"seat":"white","account":77,"handle":"ben","state":"in"},)"
              R"({"seat":"red","account":null,"handle":null,"state":"open"}],)"
              R"("creator":{"account":7,"handle":"deleted-7"}})");
    EXPECT_EQ(with_handles(R"({"seat":"red","account":7,"handle":"x"})", present),
              R"({"seat":"red","account":7,"handle":"deleted-7"})");
    for (const char* const same :
         {"", "{}", R"({"account":)", R"({"account":7})", R"({"account":7,"handle":null})",
          R"({"account":7,"name":"x"})"}) {
        EXPECT_EQ(with_handles(same, present), same);
    }
}

TEST(Events, EncodeWhatTheyDecodeByteForByte) {
    for (const Script& script : example_games()) {
        std::shared_ptr<const engine::Opening> opening;
        for (const StoredEvent& event : script.stored()) {
            const auto decoded = decode_event_data(event.type, event.data, opening);

            ASSERT_TRUE(decoded.has_value()) << event.data << decoded.error().detail;
            if (event.seq == 1) opening = std::get<engine::GameOpened>(*decoded).opening;
            EXPECT_EQ(encode_event_data(*decoded, opening->lattice()), event.data);
        }
    }
}

TEST(Events, DecodedFoldIntoTheMatchTheyCameFrom) {
    for (const Script& script : example_games()) {
        std::optional<Match> match;
        for (const StoredEvent& stored : script.stored()) {
            const auto opening = match ? match->shared_opening() : nullptr;
            const Event event{stored.seq, stored.at,
                              decode_event_data(stored.type, stored.data, opening).value()};
            if (match) {
                ASSERT_EQ(match->apply(event), engine::ApplyFault::none) << stored.data;
            } else {
                match = Match::open(event);
            }
        }
        EXPECT_EQ(match->status(), script.match().status());
        EXPECT_EQ(match->position().hash(), script.match().position().hash());
    }
}

TEST(Events, HaveExactlyTheseBytes) {
    EXPECT_TRUE(matches_golden("events-9x9.ndjson", lines(example_games()[0])));
    EXPECT_TRUE(matches_golden("events-4p-two-absent.ndjson", lines(example_games()[5])));
    EXPECT_TRUE(matches_golden("events-withdrawn.ndjson", lines(example_games()[7])));
    EXPECT_TRUE(matches_golden("events-4d.ndjson", lines(example_games()[8])));
}

TEST(Events, OfAKnownSetupShareItsOpening) {
    const auto stored = Script("9x9").stored().front();

    const auto decoded = decode_event_data(stored.type, stored.data, nullptr).value();

    EXPECT_EQ(std::get<engine::GameOpened>(decoded).opening, engine::find_setup("9x9")->opening);
}

TEST(Events, RefuseEveryTruncation) {
    for (const StoredEvent& event : example_games()[5].stored()) {
        for (std::size_t bytes = 0; bytes < event.data.size(); ++bytes) {
            const auto decoded =
                decode_event_data(event.type, std::string_view(event.data).substr(0, bytes),
                                  engine::find_setup("19x19-4p")->opening);
            ASSERT_FALSE(decoded.has_value());
            ASSERT_EQ(decoded.error().code, Code::invalid_record);
        }
    }
}

TEST(Events, NameTheFieldThatDoesNotFit) {
    const std::string tail =
        R"("removed":[],"eliminated":[],"to_move":"white","winner":null,"roots":{"black":2,"white":2}})";
    const std::string sound = R"({"ply":0,"seat":"black","point":"B3",)" + tail;
    ASSERT_TRUE(decode_event_data("move", sound, engine::find_setup("9x9")->opening).has_value());

    EXPECT_EQ(refusal("move", R"({"ply":-1,"seat":"black","point":"B3",)" + tail).pointer, "/ply");
    EXPECT_EQ(refusal("move", R"({"ply":0,"seat":"red","point":"B3",)" + tail).pointer, "/seat");
    EXPECT_EQ(refusal("move", R"({"ply":0,"seat":"black","point":"I3",)" + tail).pointer, "/point");
    EXPECT_EQ(refusal("move", R"({"seat":"black","point":"B3",)" + tail).pointer, "/ply");
    EXPECT_EQ(refusal("move", R"({"x":1,"ply":0,"seat":"black","point":"B3",)" + tail).pointer,
              "/x");
    EXPECT_EQ(refusal("jump", sound).code, Code::invalid_record);
    EXPECT_EQ(refusal("move", sound, nullptr).code, Code::invalid_record);
    EXPECT_EQ(refusal("join", R"({"seat":"white","account":0,"handle":"ben"})").pointer,
              "/account");
    EXPECT_EQ(refusal("join", R"({"seat":"white","account":2,"handle":"b n"})").pointer, "/handle");
    EXPECT_EQ(refusal("end", R"({"reason":"bored","winner":null,"places":{}})").pointer, "/reason");
    EXPECT_EQ(refusal("end", R"({"reason":"withdrawn","winner":null,"places":{"red":1}})").pointer,
              "/places/red");
}

TEST(Events, PageHoldsFramesInOrder) {
    const std::vector<StoredEvent> events{{1, second(0), "open", R"({"a":1})"},
                                          {2, second(1), "join", R"({"b":2})"}};

    EXPECT_EQ(
        encode_events_page(GameId{42}, events, 9),
        R"({"game":42,"seq":9,"events":[)"
        R"({"topic":"game:42","seq":1,"type":"open","at":"2026-03-01T12:00:00.000Z","data":{"a":1}},)"
        R"({"topic":"game:42","seq":2,"type":"join","at":"2026-03-01T12:00:01.000Z","data":{"b":2}}]})");
    EXPECT_EQ(encode_events_page(GameId{42}, {}, 9), R"({"game":42,"seq":9,"events":[]})");
}

TEST(Instants, AreReadAsTheyAreWritten) {
    for (const char* const text :
         {"2026-03-01T12:00:00.000Z", "1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z",
          "0000-01-01T00:00:00.001Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"}) {
        const auto at = parse_instant(text);

        ASSERT_TRUE(at.has_value()) << text;
        EXPECT_EQ(format_instant(*at), text);
    }
    EXPECT_EQ(parse_instant("1970-01-01T00:00:01.002Z").value().time_since_epoch().count(), 1002);
}

TEST(Instants, RefuseWhatIsNoInstant) {
    for (const char* const text :
         {"", "2026-03-01", "2026-03-01T12:00:00Z", "2026-03-01T12:00:00.000", "now",
          "2026-02-29T12:00:00.000Z", "2026-13-01T12:00:00.000Z", "2026-03-01T24:00:00.000Z",
          "2026-03-01T12:60:00.000Z", "2026-03-01T12:00:60.000Z", "2026-03-01t12:00:00.000z",
          "2026-03-01T12:00:00.000+", "2026-03-01T12:00:00.000ZZ", "+026-03-01T12:00:00.000Z"}) {
        EXPECT_FALSE(parse_instant(text).has_value()) << text;
    }
}

}  // namespace
}  // namespace tanbo::protocol

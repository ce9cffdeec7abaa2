#include "protocol/records/record.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::protocol {
namespace {

Record record_of(const Script& script) {
    return assemble_record(GameId{42}, script.stored()).value();
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

void expect_invalid(const std::string& text, std::string_view pointer) {
    const auto record = decode_record(text);
    ASSERT_FALSE(record.has_value()) << pointer;
    EXPECT_EQ(record.error().code, Code::invalid_record);
    EXPECT_EQ(record.error().pointer, pointer) << record.error().detail;
    EXPECT_TRUE(record.error().detail.ends_with('.')) << record.error().detail;
}

TEST(Record, IsReadAsItWasWritten) {
    for (const Script& script : example_games()) {
        const std::string text = encode_record(record_of(script));

        const auto record = decode_record(text);

        ASSERT_TRUE(record.has_value()) << record.error().pointer << record.error().detail;
        EXPECT_EQ(record->game, GameId{42});
        EXPECT_EQ(record->events.size(), script.log().size());
        EXPECT_EQ(record->match.position().hash(), script.match().position().hash());
        EXPECT_EQ(record->match.status(), script.match().status());
        EXPECT_EQ(encode_record(*record), text);
    }
}

TEST(Record, HasExactlyTheseBytes) {
    EXPECT_TRUE(matches_golden("record-9x9.json", encode_record(record_of(example_games()[0]))));
    EXPECT_TRUE(matches_golden("record-4p.json", encode_record(record_of(example_games()[5]))));
    EXPECT_TRUE(matches_golden("record-open.json", encode_record(record_of(Script("5x5x5")))));
}

TEST(Record, OfALogThatIsNotOneGamesIsRefused) {
    auto events = Script("9x9").fill().play("B3").play("H3").stored();
    ASSERT_TRUE(assemble_record(GameId{42}, events).has_value());
    const auto refused = [&](const std::vector<StoredEvent>& log) {
        const auto record = assemble_record(GameId{42}, log);
        EXPECT_FALSE(record.has_value());
        EXPECT_EQ(record.error().code, Code::invalid_record);
        return record.error().pointer;
    };

    auto without_one = events;
    without_one.erase(without_one.begin() + 3);
    auto swapped = events;
    std::swap(swapped[3], swapped[4]);
    auto damaged = events;
    damaged[4].data.pop_back();

    EXPECT_EQ(refused({}), "/0");
    EXPECT_EQ(refused({events.begin() + 1, events.end()}), "/0/data");
    EXPECT_EQ(refused(without_one), "/3");
    EXPECT_EQ(refused(swapped), "/3");
    EXPECT_EQ(refused(damaged), "/4/data");
}

TEST(Record, NamesWhatDoesNotFit) {
    const std::string text =
        encode_record(record_of(Script("9x9").fill().play("B3").play("H3").play("B4")));
    ASSERT_TRUE(decode_record(text).has_value());

    expect_invalid(replaced(text, "tanbo-record", "tanbo"), "/format");
    expect_invalid(replaced(text, "\"version\": 1", "\"version\": 2"), "/version");
    expect_invalid(replaced(text, "\"game\": 42", "\"game\": 0"), "/game");
    expect_invalid(replaced(text, "\"game\": 42", "\"fame\": 42"), "/fame");
    expect_invalid(replaced(text, "\"setup\": \"9x9\"", "\"setup\": null"), "/setup");
    expect_invalid(replaced(text, "[9,9]", "[9,8]"), "/board");
    expect_invalid(replaced(text, "\"B2\"", "\"B3\""), "/stones");
    expect_invalid(replaced(text, "\"to_move\": \"black\"", "\"to_move\": \"white\""), "/to_move");
    expect_invalid(replaced(text, "\"handle\":\"ben\"", "\"handle\":\"bob\""), "/seats");
    expect_invalid(replaced(text, "\"ply\":3", "\"ply\":4"), "/result");
    expect_invalid(replaced(text, "Mark Steere", "nobody"), "/about");
    expect_invalid(replaced(text, "{\"seq\":4", "{\"seq\":5"), "/events/3");
    expect_invalid(replaced(text, "T12:00:04.000Z", "T12:00:04Z"), "/events/4/at");
    expect_invalid(replaced(text, "\"type\":\"join\"", "\"type\":\"start\""),
                   "/events/1/data/account");
    expect_invalid(replaced(text, "\"point\":\"B4\"", "\"point\":\"B5\""), "/events/5");
    expect_invalid(replaced(text, "\"point\":\"B4\"", "\"point\":\"B44\""), "/events/5/data/point");
    expect_invalid(replaced(text, "\"seat\":\"white\",\"point\"", "\"seat\":\"black\",\"point\""),
                   "/events/4");
    expect_invalid("{}", "/format");
    expect_invalid("[]", "");
}

TEST(Record, RefusesEveryTruncation) {
    std::string text = encode_record(record_of(Script("9x9").fill().play("B3")));
    ASSERT_TRUE(decode_record(text).has_value());
    text.erase(text.find_last_of('}'));

    for (; !text.empty(); text.pop_back()) ASSERT_FALSE(decode_record(text).has_value());
}

TEST(RecordCaps, BytesDepthAndValues) {
    const std::string text = encode_record(record_of(Script("9x9")));
    const std::string fill(record_bytes_max - text.size(), ' ');
    const auto detail = [](const std::string& record) {
        const auto decoded = decode_record(record);
        return decoded.has_value() ? std::string() : decoded.error().detail;
    };
    const auto nested = [](int depth) {
        const auto brackets = static_cast<std::size_t>(depth);
        return std::string(brackets, '[') + std::string(brackets, ']');
    };
    const auto array_of = [](int values) {
        std::string array = "[0";
        for (int i = 2; i < values; ++i) array += ",0";
        return array + "]";
    };

    EXPECT_EQ(detail(text + fill), "");
    EXPECT_NE(detail(text + fill + " ").find("longer than"), std::string::npos);
    EXPECT_EQ(detail(nested(record_depth_max)), "The JSON text must be an object.");
    EXPECT_NE(detail(nested(record_depth_max + 1)).find("nested deeper"), std::string::npos);
    EXPECT_EQ(detail(array_of(record_values_max)), "The JSON text must be an object.");
    EXPECT_NE(detail(array_of(record_values_max + 1)).find("more than"), std::string::npos);
}

}  // namespace
}  // namespace tanbo::protocol

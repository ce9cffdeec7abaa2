#include "protocol/people/note.hpp"

#include "protocol/games/clock_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/prose.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps note_caps{.bytes = 65'536, .depth = 2, .values = 8};

}  // namespace

Result<PutNote> decode_put_note(std::string_view body) {
    return decode_with<PutNote>(body, note_caps, FirstFault(), [](const JsonReader& in) {
        in.expect_keys({"text"});
        return PutNote{read_prose(in.field("text"), note_text_chars_max, Lines::many)};
    });
}

std::string encode_note(GameId game, std::string_view text,
                        std::optional<engine::Instant> updated_at) {
    JsonWriter out(text.size() + 128);
    out.begin_object().key("game").id(game).key("text").text(text).key("updated_at");
    write_instant(out, updated_at);
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol

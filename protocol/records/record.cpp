#include "protocol/records/record.hpp"

#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/boards/board_json.hpp"
#include "protocol/games/answer_json.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/event_json.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/names.hpp"
#include "protocol/records/analysis.hpp"

namespace tanbo::protocol {

namespace {

using engine::ApplyFault;
using engine::Event;
using engine::Match;

constexpr JsonCaps record_caps{record_bytes_max, record_depth_max, record_values_max};
constexpr std::string_view format_name = "tanbo-record";
constexpr std::size_t type_bytes_max = 16;

std::string_view why(ApplyFault fault) {
    switch (fault) {
        case ApplyFault::none:
            return "";
        case ApplyFault::wrong_seq:
            return "does not have the next seq";
        case ApplyFault::wrong_order:
            return "is not possible at this point of a game";
        case ApplyFault::wrong_seat:
            return "names a seat that can't do this now";
        case ApplyFault::illegal_move:
            return "is an illegal move";
        case ApplyFault::wrong_outcome:
            return "differs from the outcome by the rules";
    }
    return "";
}

// Folds events one by one into the record they make.
class Folder {
public:
    explicit Folder(GameId game) : game_(game) {}

    std::shared_ptr<const engine::Opening> opening() const {
        return match_ ? match_->shared_opening() : nullptr;
    }

    ApplyFault add(Event event) {
        if (!match_) {
            match_ = Match::open(event);
            if (!match_) return event.seq == 1 ? ApplyFault::wrong_seat : ApplyFault::wrong_seq;
        } else {
            const ApplyFault fault = match_->apply(event);
            if (fault != ApplyFault::none) return fault;
        }
        events_.push_back(std::move(event));
        return ApplyFault::none;
    }

    // Requires: an event was added.
    Record take() { return {game_, std::move(events_), std::move(*match_)}; }

private:
    GameId game_;
    std::vector<Event> events_;
    std::optional<Match> match_;
};

Error fault_at(std::size_t index, std::string_view pointer_tail, std::string_view what) {
    Error error;
    error.code = Code::invalid_record;
    error.pointer = "/" + std::to_string(index);
    error.pointer += pointer_tail;
    error.detail = "Event " + std::to_string(index + 1) + " of the log: ";
    error.detail += what;
    return error;
}

void write_result(JsonWriter& out, const Match& match) {
    out.begin_object().key("status").word(status_name(match.status()));
    write_reason(out.key("reason"), match.end_reason());
    write_seat(out.key("winner"), match.winner());
    write_places(out.key("places"), match.places());
    out.key("ply").number(match.ply()).end_object();
}

using Fields = std::vector<std::pair<std::string_view, std::string>>;

template <class Write>
void add(Fields& fields, std::string_view name, Write write) {
    JsonWriter value;
    write(value);
    fields.emplace_back(name, value.take());
}

// Everything above the events.
Fields header(const Record& record) {
    const Match& match = record.match;
    const engine::Opening& opening = match.opening();
    Fields fields;
    add(fields, "format", [](JsonWriter& out) { out.word(format_name); });
    add(fields, "version", [](JsonWriter& out) { out.number(record_version); });
    add(fields, "about", [](JsonWriter& out) { out.text("Tanbo, a game by Mark Steere"); });
    add(fields, "game", [&](JsonWriter& out) { out.id(record.game); });
    add(fields, "setup", [&](JsonWriter& out) { write_setup_id(out, match.setup()); });
    add(fields, "board", [&](JsonWriter& out) { write_extents(out, opening.lattice()); });
    add(fields, "stones", [&](JsonWriter& out) { write_stones(out, opening); });
    add(fields, "to_move", [&](JsonWriter& out) { write_seat(out, opening.to_move()); });
    add(fields, "visibility",
        [&](JsonWriter& out) { out.word(visibility_name(match.visibility())); });
    const engine::Terms& terms = match.terms();
    add(fields, "clock", [&](JsonWriter& out) { write_clock(out, terms.clock); });
    for (const GameOption& option : game_options()) {
        add(fields, option.key, [&](JsonWriter& out) { write_option(out, option, terms); });
    }
    add(fields, "seats", [&](JsonWriter& out) { write_seat_holders(out, match); });
    add(fields, "result", [&](JsonWriter& out) { write_result(out, match); });
    if (record.analysis) {
        add(fields, "analysis", [&](JsonWriter& out) {
            out.raw(encode_analysis(record.game, analysis::game_of(match), *record.analysis));
        });
    }
    return fields;
}

std::string encode_event(const Event& event, const engine::Lattice& lattice) {
    JsonWriter out;
    out.begin_object().key("seq").number(event.seq);
    out.key("at").word(format_instant(event.at)).key("type").word(event_type(event.data));
    out.key("data").raw(encode_event_data(event.data, lattice)).end_object();
    return out.take();
}

Event read_event(const JsonReader& in, const std::shared_ptr<const engine::Opening>& opening) {
    in.expect_keys({"seq", "at", "type", "data"});
    Event event;
    event.seq = in.field("seq").natural32();
    event.at = read_instant(in.field("at"));
    const std::string_view type = in.field("type").text(1, type_bytes_max);
    if (in.is_sound()) event.data = read_event_data(in.field("data"), type, opening);
    return event;
}

// Untrusted input: it must agree with the game.
void read_analysis(const JsonReader& in, Record& record) {
    if (!in.has("analysis")) return;
    const JsonReader field = in.field("analysis");
    if (!analysis::can_be_analysed(record.match))
        return field.refuse("must be absent: this game can't be analysed");
    auto found =
        decode_analysis(field.value()->dump(), record.game, analysis::game_of(record.match));
    if (found) {
        record.analysis = std::move(*found);
    } else {
        field.refuse("does not belong to this game: " + found.error().pointer + ": " +
                     found.error().detail);
    }
}

// Records of before there were terms do not tell them.
bool may_lack(std::string_view name) {
    return std::ranges::find(terms_keys(), name) != terms_keys().end();
}

void check_header(const JsonReader& in, const Record& record) {
    for (const auto& [name, text] : header(record)) {
        if (may_lack(name) && !in.has(name)) continue;
        const JsonReader field = in.field(name);
        if (!field.has_value() || *field.value() == nlohmann::json::parse(text)) continue;
        field.refuse("must agree with the events of this record");
    }
}

void check_format(const JsonReader& in) {
    const JsonReader format = in.field("format");
    if (format.text(0, word_bytes_max) != format_name) {
        format.refuse("must be \"tanbo-record\"");
    }
    const JsonReader version = in.field("version");
    if (version.integer(0, std::numeric_limits<std::int32_t>::max()) != record_version) {
        version.refuse("is not a supported version");
    }
}

std::optional<Record> read_record(const JsonReader& in) {
    static const std::vector<std::string_view> optional_keys = [] {
        std::vector<std::string_view> keys(terms_keys().begin(), terms_keys().end());
        keys.push_back("analysis");
        return keys;
    }();
    in.expect_keys({"format", "version", "about", "game", "setup", "board", "stones", "to_move",
                    "visibility", "seats", "result", "events"},
                   optional_keys);
    check_format(in);
    Folder folder(in.field("game").id<GameId>());
    const JsonReader events = in.field("events");
    const std::size_t count = events.elements(1, record_values_max);
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        const JsonReader element = events.element(i);
        Event event = read_event(element, folder.opening());
        if (!in.is_sound()) break;
        const ApplyFault fault = folder.add(std::move(event));
        if (fault != ApplyFault::none) element.refuse(why(fault));
    }
    if (!in.is_sound()) return std::nullopt;
    Record record = folder.take();
    check_header(in, record);
    if (in.is_sound()) read_analysis(in, record);
    return record;
}

}  // namespace

Result<Record> assemble_record(GameId game, std::span<const StoredEvent> events) {
    Folder folder(game);
    for (std::size_t i = 0; i < events.size(); ++i) {
        const StoredEvent& stored = events[i];
        auto data = decode_event_data(stored.type, stored.data, folder.opening());
        if (!data) {
            return fault_at(i, "/data" + data.error().pointer, data.error().detail);
        }
        const ApplyFault fault = folder.add({stored.seq, stored.at, std::move(*data)});
        if (fault != ApplyFault::none) {
            return fault_at(i, "", "it " + std::string(why(fault)) + ".");
        }
    }
    if (events.empty()) return fault_at(0, "", "is missing.");
    return folder.take();
}

std::string encode_record(const Record& record) {
    std::string text = "{\n";
    for (const auto& [name, value] : header(record)) {
        text.append("  \"").append(name).append("\": ").append(value).append(",\n");
    }
    text += "  \"events\": [\n";
    for (std::size_t i = 0; i < record.events.size(); ++i) {
        text += "    " + encode_event(record.events[i], record.match.opening().lattice());
        text += i + 1 < record.events.size() ? ",\n" : "\n";
    }
    text += "  ]\n}\n";
    return text;
}

Result<Record> decode_record(std::string_view text) {
    auto record = decode_with<std::optional<Record>>(text, record_caps,
                                                     FirstFault(Code::invalid_record), read_record);
    if (!record) return record.error();
    return std::move(**record);
}

}  // namespace tanbo::protocol

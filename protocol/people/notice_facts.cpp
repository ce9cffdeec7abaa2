#include "protocol/people/notice_facts.hpp"

#include <nlohmann/json.hpp>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"

namespace tanbo::protocol {

namespace {

constexpr JsonCaps notice_caps{request_bytes_max, 8, document_values_max};

// A member that is there and of the kind asked for, or nothing.
class Members {
public:
    explicit Members(const nlohmann::json& object) : object_(object) {}

    bool has(std::string_view key) const { return find(key) != nullptr; }

    std::string text(std::string_view key) const {
        const auto* value = find(key);
        return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
    }
    std::optional<std::int64_t> number(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr || !value->is_number_integer()) return std::nullopt;
        return value->get<std::int64_t>();
    }
    std::optional<bool> boolean(std::string_view key) const {
        const auto* value = find(key);
        if (value == nullptr || !value->is_boolean()) return std::nullopt;
        return value->get<bool>();
    }
    std::optional<engine::Instant> instant(std::string_view key) const {
        const auto at = parse_instant(text(key));
        return at ? std::optional(*at) : std::nullopt;
    }

private:
    const nlohmann::json* find(std::string_view key) const {
        if (!object_.is_object()) return nullptr;
        const auto found = object_.find(key);
        return found == object_.end() ? nullptr : &*found;
    }

    const nlohmann::json& object_;
};

std::optional<std::uint32_t> natural(const std::optional<std::int64_t>& number) {
    if (!number || *number < 0 || *number > 0xFFFFFFFFLL) return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

void read_challenge(NoticeFacts& facts, const nlohmann::json& root) {
    const Members in(root);
    if (const auto id = in.number("id")) facts.challenge = ChallengeId{*id};
    facts.creator = in.text("creator");
    facts.declined_by = in.text("declined_by");
    facts.reason = in.text("reason");
    facts.expires_at = in.instant("expires_at");
    const auto seats = root.find("seats");
    if (seats == root.end() || !seats->is_array()) return;
    for (const nlohmann::json& seat : *seats) {
        const std::string player = Members(seat).text("player");
        facts.players.push_back(player.empty() ? "anybody" : player);
    }
}

void read_tournament(NoticeFacts& facts, const nlohmann::json& root) {
    const Members in(root);
    if (const auto id = in.number("tournament")) facts.tournament = TournamentId{*id};
    facts.name = in.text("name");
    facts.round = natural(in.number(in.has("season") ? "season" : "round"));
    facts.division = natural(in.number("division"));
    facts.moved = in.text("moved");
    facts.table = natural(in.number(in.has("challenge") ? "challenge" : "table"));
    facts.is_arena = in.has("arena");
    facts.rests = in.text("rests");
    facts.end_reason = in.text("end_reason");
    facts.reason = in.text("reason");
    facts.place = natural(in.number("place"));
    facts.field = natural(in.number("players"));
    const auto points = root.find("points");
    if (points != root.end() && points->is_number()) facts.points = points->dump();
    const auto opponents = root.find("opponents");
    if (opponents == root.end() || !opponents->is_array()) return;
    for (const nlohmann::json& opponent : *opponents) {
        if (opponent.is_string()) facts.opponents.push_back(opponent.get<std::string>());
    }
}

std::vector<std::string> handles_of(const nlohmann::json& root) {
    std::vector<std::string> handles;
    const auto seats = root.find("seats");
    if (seats == root.end() || !seats->is_array()) return handles;
    for (const nlohmann::json& seat : *seats) handles.push_back(Members(seat).text("handle"));
    return handles;
}

// Terms that can't be read are the default ones.
engine::Terms terms_of(const JsonDocument& document) {
    FirstFault fault;
    const engine::Terms terms = read_terms(JsonReader(document, fault));
    return fault.any() ? engine::Terms{} : terms;
}

}  // namespace

Result<NoticeFacts> decode_notice_facts(std::string_view data) {
    const auto document = JsonDocument::parse(data, notice_caps);
    if (!document) return document.error();
    const Members in(document->root());
    NoticeFacts facts;
    facts.seat = engine::parse_seat(in.text("seat"));
    facts.proposal = natural(in.number("proposal"));
    facts.what = in.text("what");
    facts.accepted = in.boolean("accepted");
    facts.until = in.instant("until");
    facts.ply = natural(in.number("ply"));
    facts.deadline = in.instant("deadline");
    if (const auto left = in.number("remaining_ms")) facts.remaining = engine::Millis(*left);
    facts.why = in.text("why");
    facts.setup = in.text("setup");
    facts.author = in.text("author");
    facts.said = in.text("text");
    facts.url = in.text("url");
    if (const auto game = in.number(in.has("status") ? "id" : "game")) facts.game = GameId(*game);
    if (in.has("status")) facts.handles = handles_of(document->root());
    if (in.has("clock")) facts.terms = terms_of(*document);
    if (in.has("uses")) read_challenge(facts, document->root());
    if (in.has("tournament")) read_tournament(facts, document->root());
    return facts;
}

}  // namespace tanbo::protocol

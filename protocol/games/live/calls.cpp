#include "protocol/games/live/calls.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "protocol/json/words.hpp"

namespace tanbo::protocol {

enum class ParameterKind : std::uint8_t { text, number, flag };

struct LiveParameter {
    std::string_view name;
    ParameterKind kind = ParameterKind::text;
};

struct LiveOperation {
    std::string_view name;
    std::string_view method;
    std::string_view path;                      // names in braces are ids in the message
    std::span<const LiveParameter> parameters;  // of the query
    bool has_body = false;
    bool has_key = false;
};

namespace {

constexpr std::size_t parameter_bytes_max = 4096;

constexpr LiveParameter limit_parameter{"limit", ParameterKind::number};
constexpr LiveParameter rated_parameter{"rated", ParameterKind::flag};
constexpr std::span<const LiveParameter> no_live_parameters;

constexpr std::array<LiveParameter, 13> game_list{{{"order"},
                                                   {"status"},
                                                   {"setup"},
                                                   {"player"},
                                                   {"result"},
                                                   {"from"},
                                                   {"until"},
                                                   rated_parameter,
                                                   {"opponent"},
                                                   {"to_move"},
                                                   {"cursor"},
                                                   limit_parameter,
                                                   {"include"}}};
constexpr std::array<LiveParameter, 3> turn_list{{{"cursor"}, limit_parameter, {"include"}}};
constexpr std::array<LiveParameter, 6> challenge_list{{{"setup"},
                                                       rated_parameter,
                                                       {"mine", ParameterKind::flag},
                                                       {"for"},
                                                       {"cursor"},
                                                       limit_parameter}};
constexpr std::array<LiveParameter, 3> chat_page{{{"room"}, {"cursor"}, limit_parameter}};
constexpr std::array<LiveParameter, 1> chat_room{{{"room"}}};

// Reads something.
constexpr LiveOperation reading(std::string_view name, std::string_view path,
                                std::span<const LiveParameter> parameters = no_live_parameters) {
    return {name, "GET", path, parameters};
}

// Does something with a body, safe to repeat by a key.
constexpr LiveOperation acting(std::string_view name, std::string_view path,
                               std::span<const LiveParameter> parameters = no_live_parameters) {
    return {name, "POST", path, parameters, true, true};
}

constexpr std::array<LiveOperation, 14> operations{{
    reading("list-games", "/api/v1/games", game_list),
    reading("list-turns", "/api/v1/me/turns", turn_list),
    reading("list-legal-moves", "/api/v1/games/{game}/legal-moves"),
    {"preview-move", "POST", "/api/v1/games/{game}/preview", no_live_parameters, true},
    reading("list-challenges", "/api/v1/challenges", challenge_list),
    acting("create-challenge", "/api/v1/challenges"),
    acting("accept-challenge", "/api/v1/challenges/{challenge}/accept"),
    acting("decline-challenge", "/api/v1/challenges/{challenge}/decline"),
    {"withdraw-challenge", "DELETE", "/api/v1/challenges/{challenge}", no_live_parameters},
    reading("list-chat", "/api/v1/games/{game}/chat", chat_page),
    acting("say", "/api/v1/games/{game}/chat", chat_room),
    reading("get-plan", "/api/v1/games/{game}/plan"),
    {"set-plan", "PUT", "/api/v1/games/{game}/plan", no_live_parameters, true},
    {"delete-plan", "DELETE", "/api/v1/games/{game}/plan", no_live_parameters},
}};

// Source: RFC 3986, 2.3.
bool is_unreserved(char c) {
    return is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

void append_percent_encoded(std::string& out, std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (const char c : text) {
        if (is_unreserved(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += digits[byte >> 4U];
        out += digits[byte & 15U];
    }
}

// The value of a parameter as a query has it.
std::string value_of(const LiveParameter& parameter, const JsonReader& in) {
    switch (parameter.kind) {
        case ParameterKind::text:
            return std::string(in.text(0, parameter_bytes_max));
        case ParameterKind::number:
            return std::to_string(in.integer(0, std::numeric_limits<std::uint32_t>::max()));
        case ParameterKind::flag:
            return in.boolean() ? "true" : "false";
    }
    return {};
}

std::string query_of(const LiveOperation& operation, const JsonReader& in) {
    std::string query;
    for (const LiveParameter& parameter : operation.parameters) {
        if (!in.has(parameter.name)) continue;
        if (!query.empty()) query += '&';
        query.append(parameter.name).append("=");
        append_percent_encoded(query, value_of(parameter, in.field(parameter.name)));
    }
    return query;
}

// The name in braces of a path; empty without one.
std::string_view name_in(std::string_view path) {
    const std::size_t open = path.find('{');
    if (open == std::string_view::npos) return {};
    return path.substr(open + 1, path.find('}') - open - 1);
}

std::string path_of(const LiveOperation& operation, const JsonReader& in) {
    const std::string_view name = name_in(operation.path);
    std::string path(operation.path);
    if (name.empty()) return path;
    const std::int64_t id = in.field(name).integer(1, std::numeric_limits<std::int64_t>::max());
    return path.replace(path.find('{'), name.size() + 2, std::to_string(id));
}

void expect_members(const LiveOperation& operation, const JsonReader& in) {
    std::vector<std::string_view> names;
    names.reserve(operation.parameters.size() + 3);
    for (const LiveParameter& parameter : operation.parameters) names.push_back(parameter.name);
    const std::string_view name = name_in(operation.path);
    if (!name.empty()) names.push_back(name);
    if (operation.has_body) names.push_back("body");
    if (operation.has_key) names.push_back("key");
    in.expect_keys({"op", "id"}, names);
}

// Walks over text that may be JSON.
class MemberScan {
public:
    explicit MemberScan(std::string_view text) : text_(text) {}

    // The value of the member `body` of the outermost object; empty without one.
    std::string_view body() {
        int depth = 0;
        bool is_name = false;  // a string here names a member
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"') {
                const std::string_view word = string();
                if (depth == 1 && is_name && word == "\"body\"" && skip_colon()) return value();
                is_name = false;
                continue;
            }
            if (c == '{' || c == '[') ++depth;
            if (c == '}' || c == ']') --depth;
            if (c == '{' || c == ',') is_name = true;
            ++at_;
        }
        return {};
    }

private:
    // The string that begins here, with its quotes.
    std::string_view string() {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, text_.size());
        return text_.substr(begin, at_ - begin);
    }

    void skip_space() {
        while (at_ < text_.size() && json_space.contains(text_[at_])) ++at_;
    }

    bool skip_colon() {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != ':') return false;
        ++at_;
        skip_space();
        return true;
    }

    // The text up to what ends a value of the outermost object.
    std::string_view value() {
        const std::size_t begin = at_;
        int depth = 0;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '"') {
                string();
                continue;
            }
            const bool is_end = c == '}' || c == ']';
            if (depth == 0 && (is_end || c == ',')) break;
            if (is_end) --depth;
            if (c == '{' || c == '[') ++depth;
            ++at_;
        }
        std::size_t end = at_;
        while (end > begin && json_space.contains(text_[end - 1])) --end;
        return text_.substr(begin, end - begin);
    }

    static constexpr std::string_view json_space = " \t\r\n";
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

const LiveOperation* find_live_operation(std::string_view name) {
    const auto found = std::ranges::find(operations, name, &LiveOperation::name);
    return found == operations.end() ? nullptr : &*found;
}

std::vector<std::string_view> live_operation_names() {
    std::vector<std::string_view> names;
    names.reserve(operations.size());
    for (const LiveOperation& operation : operations) names.push_back(operation.name);
    return names;
}

LiveCall read_live_call(const LiveOperation& operation, const JsonReader& in,
                        std::string_view body) {
    expect_members(operation, in);
    LiveCall call;
    call.method = operation.method;
    call.path = path_of(operation, in);
    call.query = query_of(operation, in);
    if (operation.has_key && in.has("key")) {
        call.key = in.field("key").text(0, parameter_bytes_max);
    }
    if (operation.has_body) call.body = body;
    return call;
}

SplitMessage split_live_body(std::string_view message) {
    SplitMessage split;
    split.body = MemberScan(message).body();
    if (split.body.empty()) return split;
    const auto begin = static_cast<std::size_t>(split.body.data() - message.data());
    constexpr std::string_view empty_value = "null";
    split.envelope.reserve(message.size() - split.body.size() + empty_value.size());
    split.envelope.append(message.substr(0, begin)).append(empty_value);
    split.envelope.append(message.substr(begin + split.body.size()));
    return split;
}

}  // namespace tanbo::protocol

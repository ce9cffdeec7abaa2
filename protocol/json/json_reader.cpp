#include "protocol/json/json_reader.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/seat.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::protocol {

namespace {

using nlohmann::json;

// Builds the tree and stops at the first cap or repeated name.
class TreeBuilder final : public json::json_sax_t {
public:
    TreeBuilder(json& root, const JsonCaps& caps) : slot_(&root), caps_(caps) {}

    const std::string& complaint() const { return complaint_; }

    bool null() override { return add(nullptr) != nullptr; }
    bool boolean(bool value) override { return add(value) != nullptr; }
    bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
    bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
    bool number_float(number_float_t value, const string_t&) override {
        return add(value) != nullptr;
    }
    bool string(string_t& value) override { return add(std::move(value)) != nullptr; }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        auto& members = open_.back()->get_ref<json::object_t&>();
        const auto [member, is_new] = members.emplace(name, nullptr);
        if (!is_new) return complain(quotation(name) + " is repeated in one object");
        if (static_cast<int>(members.size()) > caps_.members) {
            return complain("more than " + std::to_string(caps_.members) + " fields in one object");
        }
        slot_ = &member->second;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception&) override {
        return complain("syntax error at byte " + std::to_string(position));
    }

private:
    template <class Value>
    json* add(Value&& value) {
        if (++values_ > caps_.values) {
            complain("more than " + std::to_string(caps_.values) + " values");
            return nullptr;
        }
        if (!open_.empty() && open_.back()->is_array()) {
            auto& elements = open_.back()->get_ref<json::array_t&>();
            return &elements.emplace_back(std::forward<Value>(value));
        }
        *slot_ = std::forward<Value>(value);
        return slot_;
    }

    bool open(json&& container) {
        if (static_cast<int>(open_.size()) >= caps_.depth) {
            return complain("nested deeper than " + std::to_string(caps_.depth) + " levels");
        }
        json* const added = add(std::move(container));
        if (added == nullptr) return false;
        open_.push_back(added);
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    bool complain(std::string complaint) {
        complaint_ = std::move(complaint);
        return false;
    }

    json* slot_;
    JsonCaps caps_;
    int values_ = 0;
    std::vector<json*> open_;
    std::string complaint_;
};

Error malformed(std::string detail) {
    Error error;
    error.code = Code::malformed_json;
    error.detail = std::move(detail);
    return error;
}

void append_token(std::string& pointer, std::string_view key) {
    pointer += '/';
    for (const char character : key) {
        if (character == '~') {
            pointer += "~0";
        } else if (character == '/') {
            pointer += "~1";
        } else {
            pointer += character;
        }
    }
}

}  // namespace

void FirstFault::report(Code code, std::string pointer, std::string detail) {
    if (error_) return;
    error_.emplace();
    error_->code = always_.value_or(code);
    error_->pointer = std::move(pointer);
    error_->detail = std::move(detail);
}

Result<JsonDocument> JsonDocument::parse(std::string_view text, const JsonCaps& caps) {
    if (text.size() > caps.bytes) {
        return malformed("The JSON text is longer than " + std::to_string(caps.bytes) + " bytes.");
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return malformed("The body is empty. Send JSON.");
    }
    // The parser takes a zero byte for the end of the text.
    const std::size_t zero = text.find('\0');
    if (zero != std::string_view::npos) {
        return malformed("The text is not JSON: zero byte at byte " + std::to_string(zero + 1) +
                         ".");
    }
    const auto root = std::make_shared<json>();
    TreeBuilder builder(*root, caps);
    if (!json::sax_parse(text.begin(), text.end(), &builder)) {
        return malformed("The JSON text is not accepted: " + builder.complaint() + ".");
    }
    return JsonDocument(root);
}

bool JsonReader::expect_object() const {
    if (value_ == nullptr) return false;
    if (!value_->is_object()) refuse_kind("must be an object");
    return value_->is_object();
}

void JsonReader::expect_keys(std::initializer_list<std::string_view> keys,
                             std::span<const std::string_view> more) const {
    if (!expect_object()) return;
    for (const auto& [name, value] : value_->get_ref<const json::object_t&>()) {
        if (std::ranges::find(keys, name) != keys.end()) continue;
        if (std::ranges::find(more, name) != more.end()) continue;
        std::string culprit = pointer();
        append_token(culprit, name);
        fault_->report(Code::invalid_field, std::move(culprit),
                       "Unknown field " + quotation(name) + ".");
        return;
    }
}

bool JsonReader::has(std::string_view key) const {
    return value_ != nullptr && value_->is_object() && value_->contains(key);
}

JsonReader JsonReader::field(std::string_view key) const {
    JsonReader child(nullptr, *fault_);
    child.parent_ = this;
    child.key_ = key;
    if (!expect_object()) return child;
    const auto member = value_->find(key);
    if (member == value_->end()) {
        child.refuse("is missing");
    } else {
        child.value_ = &*member;
    }
    return child;
}

std::optional<JsonReader> JsonReader::nullable_field(std::string_view key) const {
    JsonReader child = field(key);
    if (child.value_ == nullptr || child.value_->is_null()) return std::nullopt;
    child.may_be_null_ = true;
    return child;
}

std::optional<JsonReader> JsonReader::optional_field(std::string_view key) const {
    return has(key) ? nullable_field(key) : std::nullopt;
}

int JsonReader::seat_members() const {
    if (value_ == nullptr) return 0;
    if (!value_->is_object()) {
        refuse("must be an object with a member for each seat");
        return 0;
    }
    const auto count = static_cast<int>(std::min<std::size_t>(value_->size(), engine::seats_max));
    for (const auto& [name, value] : value_->get_ref<const json::object_t&>()) {
        const auto seat = engine::parse_seat(name);
        if (seat && engine::index_of(*seat) < count) continue;
        std::string culprit = pointer();
        append_token(culprit, name);
        fault_->report(
            Code::invalid_field, std::move(culprit),
            quotation(name) + (seat ? " is out of turn order." : " is not the name of a seat."));
    }
    return count;
}

std::size_t JsonReader::elements(std::size_t least, std::size_t most) const {
    if (value_ == nullptr) return 0;
    if (!value_->is_array()) {
        refuse_kind("must be an array");
        return 0;
    }
    if (value_->size() >= least && value_->size() <= most) return value_->size();
    refuse(least == most ? "must have " + counted(least, "element")
                         : "must have from " + std::to_string(least) + " to " +
                               std::to_string(most) + " elements");
    return 0;
}

JsonReader JsonReader::element(std::size_t index) const {
    JsonReader child(nullptr, *fault_);
    child.parent_ = this;
    child.index_ = index;
    if (value_ != nullptr && value_->is_array() && index < value_->size()) {
        child.value_ = &value_->get_ref<const json::array_t&>()[index];
    }
    return child;
}

bool JsonReader::is_text() const {
    return value_ != nullptr && value_->is_string();
}

std::string_view JsonReader::text(std::size_t bytes_min, std::size_t bytes_max) const {
    if (value_ == nullptr) return {};
    if (!value_->is_string()) {
        refuse_kind("must be a string");
        return {};
    }
    const std::string& text = value_->get_ref<const std::string&>();
    if (text.size() >= bytes_min && text.size() <= bytes_max) return text;
    refuse("must be from " + std::to_string(bytes_min) + " to " + std::to_string(bytes_max) +
           " bytes long");
    return {};
}

std::int64_t JsonReader::integer(std::int64_t least, std::int64_t most) const {
    if (value_ == nullptr) return least;
    constexpr std::uint64_t int64_max = std::numeric_limits<std::int64_t>::max();
    const bool fits =
        value_->is_number_integer() &&
        !(value_->is_number_unsigned() && value_->get_ref<const std::uint64_t&>() > int64_max);
    const std::int64_t number = fits ? value_->get<std::int64_t>() : 0;
    if (fits && number >= least && number <= most) return number;
    refuse_kind("must be an integer from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
}

std::uint32_t JsonReader::natural32() const {
    return static_cast<std::uint32_t>(integer(0, std::numeric_limits<std::uint32_t>::max()));
}

bool JsonReader::boolean() const {
    if (value_ == nullptr) return false;
    if (value_->is_boolean()) return value_->get<bool>();
    refuse_kind("must be true or false");
    return false;
}

std::string JsonReader::pointer() const {
    if (parent_ == nullptr) return {};
    std::string pointer = parent_->pointer();
    append_token(pointer, key_.empty() ? std::string_view(std::to_string(index_)) : key_);
    return pointer;
}

void JsonReader::refuse(Code code, std::string_view what) const {
    std::string at = pointer();
    std::string detail = at.empty() ? std::string("The JSON text") : quotation(at);
    detail.append(" ").append(what).append(".");
    fault_->report(code, std::move(at), std::move(detail));
}

void JsonReader::refuse_kind(std::string what) const {
    refuse(may_be_null_ ? what + ", or null" : what);
}

void JsonReader::refuse_whole(Code code, std::string sentence) const {
    fault_->report(code, pointer(), std::move(sentence));
}

}  // namespace tanbo::protocol

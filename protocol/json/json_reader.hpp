#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Strict reading of JSON, private to this folder.
namespace tanbo::protocol {

struct JsonCaps {
    std::size_t bytes;
    int depth;                                      // of nested arrays and objects
    int values;                                     // everything but the names of members
    int members = std::numeric_limits<int>::max();  // of one object
};

// The first thing that was wrong; later ones are dropped.
class FirstFault {
public:
    // With a code given, every fault is reported under it.
    explicit FirstFault(std::optional<Code> always = {}) : always_(always) {}

    void report(Code code, std::string pointer, std::string detail);
    bool any() const { return error_.has_value(); }
    const Error& error() const { return *error_; }

private:
    std::optional<Code> always_;
    std::optional<Error> error_;
};

// A parsed text.
class JsonDocument {
public:
    // Errors: malformed_json: not JSON or not UTF-8, a name twice in one object, or past a cap.
    static Result<JsonDocument> parse(std::string_view text, const JsonCaps& caps);

    const nlohmann::json& root() const { return *root_; }

private:
    explicit JsonDocument(std::shared_ptr<const nlohmann::json> root) : root_(std::move(root)) {}

    std::shared_ptr<const nlohmann::json> root_;
};

// One value of a document and the way to it. What is not as asked for is reported with its JSON
// pointer (RFC 6901) as invalid_field; what a reader of nothing yields is empty, and nothing more
// is reported. Children refer to their parent, which must outlive them.
class JsonReader {
public:
    JsonReader(const JsonDocument& document, FirstFault& fault)
        : JsonReader(&document.root(), fault) {}
    JsonReader(const nlohmann::json* value, FirstFault& fault) : value_(value), fault_(&fault) {}

    // --- objects ---
    bool expect_object() const;  // else: reported
    // Requires an object with no other members than these.
    // Reports a member that has none of these names.
    void expect_keys(std::initializer_list<std::string_view> keys,
                     std::span<const std::string_view> more = {}) const;
    bool has(std::string_view key) const;
    JsonReader field(std::string_view key) const;  // missing: reported
    // A field that may be null, which is then nothing; what is refused of it says so. Missing:
    // reported, and nothing.
    std::optional<JsonReader> nullable_field(std::string_view key) const;
    // The same of one that may be missing too.
    std::optional<JsonReader> optional_field(std::string_view key) const;
    // Every member has to be a name of a seat, in turn order without a gap; how many there are.
    int seat_members() const;

    // --- arrays ---
    // How many elements; reports what is no array or has fewer or more.
    std::size_t elements(std::size_t least, std::size_t most) const;
    JsonReader element(std::size_t index) const;

    // --- values ---
    bool is_text() const;
    std::string_view text(std::size_t bytes_min, std::size_t bytes_max) const;
    std::int64_t integer(std::int64_t least, std::int64_t most) const;
    // A number from 1.
    template <Id Type>
    Type id() const {
        return Type(integer(1, std::numeric_limits<std::int64_t>::max()));
    }
    std::uint32_t natural32() const;
    bool boolean() const;
    // A word of a vocabulary, by its parse function; `what` names the vocabulary.
    template <class Parse>
    auto word(Parse parse, std::string_view what) const;

    // --- faults ---
    bool has_value() const { return value_ != nullptr; }
    const nlohmann::json* value() const { return value_; }
    std::string pointer() const;
    bool is_sound() const { return !fault_->any(); }
    void refuse(std::string_view what) const { refuse(Code::invalid_field, what); }
    void refuse(Code code, std::string_view what) const;  // "must be ...", after the name
    void refuse_whole(Code code, std::string sentence) const;
    FirstFault& fault() const { return *fault_; }

private:
    void refuse_kind(std::string what) const;  // "must be a string"

    const nlohmann::json* value_;
    bool may_be_null_ = false;
    FirstFault* fault_;
    const JsonReader* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = 0;
};

inline constexpr std::size_t word_bytes_max = 64;

template <class Parse>
auto JsonReader::word(Parse parse, std::string_view what) const {
    using Word = typename decltype(parse(std::string_view{}))::value_type;
    const std::string_view name = text(1, word_bytes_max);
    const std::optional<Word> found = parse(name);
    if (!found) refuse_kind(std::string("must be ").append(what));
    return found.value_or(Word{});
}

// Parses and hands the root to `read`; the value it returns, or the first fault.
template <class T, class Read>
Result<T> decode_with(std::string_view text, const JsonCaps& caps, FirstFault fault, Read read) {
    const Result<JsonDocument> document = JsonDocument::parse(text, caps);
    if (!document) {
        fault.report(document.error().code, document.error().pointer, document.error().detail);
        return fault.error();
    }
    const JsonReader root(*document, fault);
    T value = read(root);
    if (fault.any()) return fault.error();
    return value;
}

}  // namespace tanbo::protocol

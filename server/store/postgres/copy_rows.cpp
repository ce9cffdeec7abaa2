#include "server/store/postgres/copy_rows.hpp"

#include <bit>
#include <cstdint>
#include <optional>

#include "protocol/json/words.hpp"
#include "server/store/error.hpp"

namespace tanbo::store {

using namespace std::string_view_literals;

// The signature, no flags, no extension; no further row.
const std::string_view copy_header = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"sv;
const std::string_view copy_trailer = "\377\377"sv;

namespace {

constexpr std::int32_t is_null = -1;
constexpr std::int16_t is_end = -1;

template <class Number>
void append_number(std::string& bytes, Number number) {
    for (int shift = static_cast<int>(sizeof(Number)) * 8 - 8; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(static_cast<std::uint64_t>(number) >> shift);
    }
}

[[noreturn]] void throw_unreadable(const std::string& why) {
    throw StorageError(Fault::misuse, "PostgreSQL gave a row that can't be read: " + why + ".");
}

// Reads the front of a text, which it shortens.
class Front {
public:
    explicit Front(std::string_view bytes) : bytes_(bytes) {}

    std::string_view take(std::size_t count) {
        if (count > bytes_.size()) throw_unreadable("it ends too soon");
        const std::string_view front = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return front;
    }
    template <class Number>
    Number take_number() {
        std::uint64_t number = 0;
        for (const char byte : take(sizeof(Number))) {
            number = number << 8 | static_cast<std::uint8_t>(byte);
        }
        return static_cast<Number>(number);
    }
    bool is_empty() const { return bytes_.empty(); }

private:
    std::string_view bytes_;
};

CopyValue value_in(std::string_view bytes, ValueKind kind) {
    CopyValue value;
    value.kind = kind;
    switch (kind) {
        case ValueKind::integer:
        case ValueKind::real: {
            Front front(bytes);
            const auto bits = front.take_number<std::uint64_t>();
            if (!front.is_empty()) throw_unreadable("a number is too long");
            if (kind == ValueKind::real) {
                value.real = std::bit_cast<double>(bits);
            } else {
                value.integer = static_cast<std::int64_t>(bits);
            }
            break;
        }
        case ValueKind::text:
        case ValueKind::blob:
            value.bytes = bytes;
            break;
        case ValueKind::null:
            throw_unreadable("a column has no type");
    }
    return value;
}

}  // namespace

void append_copy_row(std::string& bytes, std::span<const CopyValue> row) {
    append_number(bytes, static_cast<std::int16_t>(row.size()));
    for (const CopyValue& value : row) {
        switch (value.kind) {
            case ValueKind::null:
                append_number(bytes, is_null);
                break;
            case ValueKind::integer:
                append_number(bytes, static_cast<std::int32_t>(sizeof value.integer));
                append_number(bytes, value.integer);
                break;
            case ValueKind::real:
                append_number(bytes, static_cast<std::int32_t>(sizeof value.real));
                append_number(bytes, std::bit_cast<std::uint64_t>(value.real));
                break;
            case ValueKind::text:
            case ValueKind::blob:
                append_number(bytes, static_cast<std::int32_t>(value.bytes.size()));
                bytes += value.bytes;
                break;
        }
    }
}

CopyRowDecoder::CopyRowDecoder(const std::vector<CopyColumn>& columns) : row_(columns.size()) {
    for (const CopyColumn& column : columns) kinds_.push_back(column.kind);
}

std::span<const CopyValue> CopyRowDecoder::decode(std::string_view message) {
    Front front(message);
    if (!has_begun_ && front.take(copy_header.size()) != copy_header) {
        throw_unreadable("it has another header");
    }
    has_begun_ = true;
    const auto fields = front.take_number<std::int16_t>();
    if (fields == is_end) return {};
    if (static_cast<std::size_t>(fields) != row_.size()) {
        throw_unreadable("it has " + protocol::counted(fields, "column"));
    }
    for (std::size_t column = 0; column < row_.size(); ++column) {
        const auto bytes = front.take_number<std::int32_t>();
        row_[column] = bytes == is_null ? CopyValue{}
                                        : value_in(front.take(static_cast<std::uint32_t>(bytes)),
                                                   kinds_[column]);
    }
    if (!front.is_empty()) throw_unreadable("it does not end");
    return row_;
}

}  // namespace tanbo::store

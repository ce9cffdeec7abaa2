#include "server/store/postgres/statement.hpp"

#include <charconv>
#include <libpq-fe.h>
#include <utility>

#include "server/store/error.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/sql_text.hpp"

namespace tanbo::store {
namespace {

constexpr int as_text = 0;
constexpr int as_bytes = 1;

// Of pg_type: what the store's columns, and what is calculated from them, are. Source: pg_type.dat.
enum TypeId : Oid {
    type_bool = 16,
    type_bytea = 17,
    type_int8 = 20,
    type_int2 = 21,
    type_int4 = 23,
    type_float4 = 700,
    type_float8 = 701,
    type_numeric = 1700,
};

template <class Number>
Number number_in(std::string_view text) {
    Number number{};
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string_view text_in(const pg_result* result, int row, int column) {
    return {PQgetvalue(result, row, column),
            static_cast<std::size_t>(PQgetlength(result, row, column))};
}

std::uint8_t nibble(char digit) {
    return static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

// "\x00ff". Source: PostgreSQL 15, 8.4.1.
std::vector<std::uint8_t> bytes_in(std::string_view hex) {
    hex.remove_prefix(hex.starts_with("\\x") ? 2 : 0);
    std::vector<std::uint8_t> bytes;
    bytes.reserve(hex.size() / 2);
    for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
        bytes.push_back(static_cast<std::uint8_t>(nibble(hex[at]) << 4 | nibble(hex[at + 1])));
    }
    return bytes;
}

}  // namespace

PostgresStatement::PostgresStatement(PostgresConnection& connection, std::size_t number,
                                     std::string_view sql)
    : connection_(connection), name_("s" + std::to_string(number)), text_(postgres_text(sql)) {
    const auto parameters = static_cast<std::size_t>(parameter_count(sql));
    values_.data.resize(parameters);
    values_.lengths.resize(parameters);
    values_.formats.resize(parameters);
    numbers_.resize(parameters);
    yields_id_ = connection.gives_ids(inserted_table(sql));
    if (yields_id_) text_ += " RETURNING id";
}

bool PostgresStatement::is_prepared() const {
    return prepared_in_ == connection_.session_number();
}

void PostgresStatement::ensure_prepared() {
    if (is_prepared()) return;
    connection_.session().prepare(name_, text_);
    prepared_in_ = connection_.session_number();
}

// The place of a parameter's values.
std::size_t PostgresStatement::at(int index) const {
    if (index < 1 || static_cast<std::size_t>(index) > values_.data.size()) {
        throw StorageError(Fault::misuse,
                           "Unknown parameter " + std::to_string(index) + " in: " + text_ + ".");
    }
    return static_cast<std::size_t>(index - 1);
}

void PostgresStatement::bind(int index, const char* data, std::size_t bytes, int format) {
    const std::size_t value = at(index);
    values_.data[value] = data;
    values_.lengths[value] = static_cast<int>(bytes);
    values_.formats[value] = format;
}

// As text, since a parameter may be of any type of numbers: of a real one the shortest that is read
// as the same.
template <class Number>
void PostgresStatement::bind_number(int index, Number value) {
    char* const text = numbers_[at(index)].data();
    *std::to_chars(text, text + number_chars_max - 1, value).ptr = '\0';
    bind(index, text, 0, as_text);
}

void PostgresStatement::bind_integer(int index, std::int64_t value) {
    bind_number(index, value);
}

void PostgresStatement::bind_real(int index, double value) {
    bind_number(index, value);
}

// As bytes: the text need not end with a zero, and one in it is refused rather than the end.
void PostgresStatement::bind_text(int index, std::string_view value) {
    bind(index, value.data() == nullptr ? "" : value.data(), value.size(), as_bytes);
}

void PostgresStatement::bind_blob(int index, std::span<const std::uint8_t> value) {
    const void* const data = value.data() == nullptr ? "" : static_cast<const void*>(value.data());
    bind(index, static_cast<const char*>(data), value.size(), as_bytes);
}

void PostgresStatement::bind_null(int index) {
    bind(index, nullptr, 0, as_text);
}

bool PostgresStatement::step() {
    if (!result_) {
        result_ = connection_.execute(*this);
        row_ = -1;
    }
    blobs_.clear();
    if (yields_id_ || row_ + 1 >= PQntuples(result_.get())) return false;
    ++row_;
    return true;
}

void PostgresStatement::post() {
    connection_.post(*this);
}

void PostgresStatement::read_ahead() {
    connection_.read_ahead(*this);
}

std::string PostgresStatement::execution() const {
    std::string text = name_;
    for (std::size_t value = 0; value < values_.data.size(); ++value) {
        const char* const data = values_.data[value];
        const bool is_text = values_.formats[value] == as_text;
        const std::string_view bytes =
            data == nullptr ? std::string_view()
            : is_text       ? std::string_view(data)
                      : std::string_view(data, static_cast<std::size_t>(values_.lengths[value]));
        text += data == nullptr ? "-" : ' ' + std::to_string(bytes.size()) + ':';
        text += bytes;
    }
    return text;
}

void PostgresStatement::reset() noexcept {
    result_.reset();
    blobs_.clear();
    for (const char*& value : values_.data) value = nullptr;
    for (int& format : values_.formats) format = as_text;
}

std::int64_t PostgresStatement::changes() const {
    return result_ ? number_in<std::int64_t>(PQcmdTuples(result_.get())) : 0;
}

std::int64_t PostgresStatement::insert_id() const {
    const int rows = result_ && yields_id_ ? PQntuples(result_.get()) : 0;
    return rows == 0 ? 0 : number_in<std::int64_t>(text_in(result_.get(), rows - 1, 0));
}

const pg_result* PostgresStatement::described() const {
    if (result_) return result_.get();
    if (!description_) description_ = connection_.session().describe(name_);
    return description_.get();
}

int PostgresStatement::columns() const {
    return yields_id_ ? 0 : PQnfields(described());
}

std::string_view PostgresStatement::column_name(int column) const {
    return PQfname(described(), column);
}

ValueKind PostgresStatement::kind(int column) const {
    if (PQgetisnull(result_.get(), row_, column) != 0) return ValueKind::null;
    switch (PQftype(result_.get(), column)) {
        case type_bool:
        case type_int2:
        case type_int4:
        case type_int8:
            return ValueKind::integer;
        case type_numeric:  // the sum of integers
            return text(column).find('.') == std::string_view::npos ? ValueKind::integer
                                                                    : ValueKind::real;
        case type_float4:
        case type_float8:
            return ValueKind::real;
        case type_bytea:
            return ValueKind::blob;
        default:
            return ValueKind::text;
    }
}

std::int64_t PostgresStatement::integer(int column) const {
    const std::string_view value = text_in(result_.get(), row_, column);
    if (PQftype(result_.get(), column) == type_bool) return value == "t" ? 1 : 0;
    return number_in<std::int64_t>(value);
}

double PostgresStatement::real(int column) const {
    return number_in<double>(text_in(result_.get(), row_, column));
}

std::string_view PostgresStatement::text(int column) const {
    const std::string_view value = text_in(result_.get(), row_, column);
    if (PQftype(result_.get(), column) == type_bool) return value == "t" ? "1" : "0";
    if (PQftype(result_.get(), column) != type_bytea) return value;
    const auto bytes = blob(column);
    const void* const data = bytes.data();
    return {static_cast<const char*>(data), bytes.size()};
}

std::span<const std::uint8_t> PostgresStatement::blob(int column) const {
    const auto at = static_cast<std::size_t>(column);
    if (blobs_.size() <= at) blobs_.resize(static_cast<std::size_t>(PQnfields(result_.get())));
    std::vector<std::uint8_t>& bytes = blobs_[at];
    if (bytes.empty()) {
        const std::string_view value = text_in(result_.get(), row_, column);
        if (PQftype(result_.get(), column) == type_bytea) {
            bytes = bytes_in(value);
        } else {
            bytes.assign(value.begin(), value.end());
        }
    }
    return bytes;
}

}  // namespace tanbo::store

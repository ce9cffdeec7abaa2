#include "server/store/statement.hpp"

#include "server/store/error.hpp"

namespace tanbo::store {

Query::Query(PreparedStatement& statement) : statement_(statement) {
    if (statement.in_use_) {
        throw StorageError(Fault::misuse, "A statement is executed within itself: " +
                                              std::string(statement.sql()) + ".");
    }
    statement.in_use_ = true;
}

Query::~Query() {
    statement_.reset();
    statement_.in_use_ = false;
}

std::int64_t Query::finish() {
    while (step()) {
    }
    return statement_.changes();
}

std::optional<std::int64_t> Query::optional_integer(int column) const {
    if (is_null(column)) return std::nullopt;
    return integer(column);
}

std::optional<std::string> Query::optional_text(int column) const {
    if (is_null(column)) return std::nullopt;
    return std::string(text(column));
}

}  // namespace tanbo::store

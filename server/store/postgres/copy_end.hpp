#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/store/copy/copy_end.hpp"
#include "server/store/postgres/address.hpp"
#include "server/store/postgres/connection.hpp"

namespace tanbo::store {

// Throws: StorageError.
std::optional<CopyMark> copy_mark(PostgresSession& session);

// A PostgreSQL as an end of a copy: rows go in and out by COPY. The role needs only to own the
// tables and to be able to make temporary ones.
class PostgresCopyEnd final : public CopyEnd {
public:
    // Throws: cannot_open, if its settings are refused.
    PostgresCopyEnd(const PostgresAddress& address, bool is_replicated);

    void take() override;
    std::vector<CopyTable> tables() override;
    std::unique_ptr<RowReader> read(const std::string& sql,
                                    const std::vector<CopyColumn>& columns) override;
    std::int64_t last_id(const CopyTable& table) override;
    std::optional<CopyMark> mark() override;
    void freeze() override;
    void thaw() override;
    void set_mark(const std::optional<CopyMark>& mark) override;
    void mark_epoch_over() override;
    void begin_load(const std::string& source) override;
    void end_load() override;
    void finish_load() override;
    void change(const std::function<void()>& work) override;
    void execute(const std::string& sql) override;
    std::unique_ptr<RowWriter> write(const CopyTable& table) override;
    void set_last_id(const CopyTable& table, std::int64_t id) override;

private:
    PostgresSession& session() { return connection_.session(); }

    PostgresConnection connection_;
    std::vector<std::string> restoring_;  // what end_load() does
    std::vector<std::string> finishing_;  // what finish_load() does
};

}  // namespace tanbo::store

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/store/copy/copy_end.hpp"
#include "server/store/sqlite/process_lock.hpp"

namespace tanbo::store {

class SqliteConnection;

// Of the file, or of a connection to it. Throws: StorageError.
std::optional<CopyMark> copy_mark(const std::filesystem::path& database);
std::optional<CopyMark> copy_mark(SqliteConnection& connection);

// A file as an end of a copy. Of the rows that are loaded into it nothing waits for the disk but
// the mark that is taken away at last.
class SqliteCopyEnd final : public CopyEnd {
public:
    explicit SqliteCopyEnd(std::filesystem::path path);
    ~SqliteCopyEnd() override;

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
    const std::filesystem::path path_;
    std::optional<ProcessLock> lock_;  // outlives the connection, as it asks
    std::unique_ptr<SqliteConnection> connection_;
    std::vector<std::string> indexes_;  // that end_load() makes again
};

}  // namespace tanbo::store

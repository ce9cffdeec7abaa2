#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "server/store/connection.hpp"
#include "server/store/postgres/address.hpp"
#include "server/store/postgres/session.hpp"
#include "server/store/postgres/statement.hpp"
#include "server/store/postgres/writer_row.hpp"

namespace tanbo::store {

// Time limits that the server keeps by itself, and how long an answer is waited for; 0: for ever.
// COMMIT is not a statement to it (facts: PostgreSQL 15 waits for a standby whatever
// statement_timeout says), hence the last, which is longer than what the server ends. It is that of
// all the statements of a transaction together, but for those that are answered at once. A caller
// of a silent database is refused within five seconds, of which reconnecting may take two.
struct PostgresLimits {
    std::chrono::milliseconds statement{3'000};
    std::chrono::milliseconds lock{1'500};
    std::chrono::milliseconds idle_in_transaction{5'000};
    std::chrono::milliseconds answer{3'500};
};

// Of a connection that writes, for which others wait. A transaction that waits for a lock in vain
// runs again: job_runs_max times are the longest wait allowed.
inline constexpr PostgresLimits writer_limits{
    std::chrono::milliseconds(2'000), std::chrono::milliseconds(750),
    std::chrono::milliseconds(5'000), std::chrono::milliseconds(2'250)};

// For programs without clients.
inline constexpr PostgresLimits no_limits{
    std::chrono::milliseconds(0), std::chrono::milliseconds(0), std::chrono::milliseconds(0),
    std::chrono::milliseconds(0)};

// A PostgreSQL connection with its settings and its prepared statements. A lost one reconnects when
// the next transaction begins, and then shows nothing that a synchronous standby lacks.
//
// Throws: StorageError unreachable if that fails, or if it is lost within a transaction, of which
// nothing is stored then. Thread: one at a time.
class PostgresConnection final : public Connection {
public:
    explicit PostgresConnection(PostgresAddress address, PostgresLimits limits = {});

    // The requirements for the server, now and of each that a connection is made to from now on.
    // Throws: cannot_open, saying what is wrong.
    void require(bool is_replicated);

    // Waits until the standby, if there is one, has all that this connection shows. Reconnecting
    // does so by itself. Throws: unreachable.
    void confirm();

    // Keeps every other tanbod away from the database for as long as the connection lives. Throws:
    // locked, saying who has it.
    void lock_database();

    // Keeps away those that want the database alone. Throws: locked, saying who has it.
    void share_database();
    // Keeps away other processes that claim the same node. Throws: locked.
    void lock_node(std::int64_t node);

    // Admits one node at a time to start or to change the schema. Throws: locked.
    void lock_schema();
    void unlock_schema();

    // Which tables give ids, once there are more of them.
    void find_ids();

    // Takes the row by which COMMITs of unknown outcome are settled. Requires: create_writers().
    void take_row(std::int64_t node, std::int64_t lane);

    // Publishes to other nodes what is written from now on, as this node's.
    void publish_as(std::int64_t node) { publisher_ = node; }

    PreparedStatement& prepared(const Sql& sql) override;
    void begin() override;
    void begin_reading() override;
    // Throws: stale if it is certain that it was not committed after all; commit_unknown if there
    // is no row to tell by.
    void commit() override;
    void rollback() noexcept override;
    bool reach() override;
    bool is_in_doubt() const override { return row_.has_value(); }
    void begin_savepoint() override;
    void rollback_savepoint() override;
    void release_savepoint() override;
    bool is_aborted() const override;
    void lock_game(GameId game) override;
    void lock_account(AccountId account) override;
    void lock_key(std::int64_t key) override;
    bool is_distant() const override { return true; }
    void lock_games(std::span<const GameId> games) override;
    void ask_ahead() override;
    void drop_ahead() noexcept override;
    bool is_ahead() const override { return is_ahead_; }
    bool has_peers() const override { return publisher_.has_value(); }
    void publish_change(const Change& change) override;
    void claim_room() override;
    void maintain() override {}
    std::uint64_t commits_in_doubt() const noexcept override { return commits_in_doubt_; }
    void keep_log() noexcept override {}

    PostgresSession& session() { return *session_; }
    int session_number() const { return session_number_; }
    bool gives_ids(std::string_view table) const { return with_ids_.contains(table); }
    PostgresResult execute(PostgresStatement& statement);
    void post(const PostgresStatement& statement);
    void read_ahead(const PostgresStatement& statement);

private:
    void connect();
    void reconnect();
    void record_lost(const std::string& backend);
    void end_lost();
    void take_back();
    void settle();
    void configure();
    void require_own_session();
    bool writes() const { return locks_database_ || row_.has_value(); }
    template <class Question>
    std::invoke_result_t<Question> again_if_lost(const Question& question);
    void open(const char* begin);
    void start();
    PostgresResult ask(const PostgresStatement& statement);
    void lock_row(const char* sql, const std::string& ids);
    void end_transaction() noexcept;
    std::string holder_of(const std::string& lock);
    bool try_lock(const std::string& function, const std::string& lock);
    void lock(const std::string& function, const std::string& lock, const std::string& what);
    bool was_committed(std::chrono::steady_clock::time_point end);

    const PostgresAddress address_;
    const PostgresLimits limits_;
    std::unique_ptr<PostgresSession> session_;
    int session_number_ = 0;
    std::set<std::string, std::less<>> with_ids_;                 // tables that number their rows
    std::vector<std::unique_ptr<PostgresStatement>> statements_;  // by Sql::number()
    const char* to_begin_ = nullptr;  // how the transaction begins once something is asked
    bool is_begun_ = false;
    std::chrono::steady_clock::time_point begun_at_;
    bool is_unanswered_ = false;                   // a lock, or what was posted
    std::vector<GameId> locked_games_;             // until the transaction ends; ids ascend
    std::vector<std::string> asked_ahead_;         // executions, in the order of their statements
    std::map<std::string, PostgresResult> ahead_;  // answers, by execution
    bool is_ahead_ = false;
    bool locks_database_ = false;
    std::optional<std::int64_t> node_;   // of several that share the database
    std::optional<bool> is_replicated_;  // if something is required
    std::string backend_;                // who the server knows the session as
    std::vector<std::string> lost_;      // sessions before it that must be ended
    std::optional<WriterRow> row_;
    std::optional<std::int64_t> publisher_;  // this node, if there may be others
    int teller_session_ = 0;                 // in which it is prepared
    std::atomic<std::uint64_t> commits_in_doubt_ = 0;
    std::optional<std::string> in_doubt_;  // the session of a COMMIT with unknown outcome
    bool is_found_ = false;                // it is committed, which its caller doesn't know yet
};

}  // namespace tanbo::store

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/store/error.hpp"

struct pg_conn;
struct pg_result;

namespace tanbo::store {

struct PostgresAddress;

struct FreePostgresResult {
    void operator()(pg_result* result) const noexcept;
};
using PostgresResult = std::unique_ptr<pg_result, FreePostgresResult>;

// Parameters of a statement, from the first; null stands for NULL. Bytes go as they are, other
// values as text, which PostgreSQL reads as whatever the statement wants there.
struct PostgresValues {
    std::vector<const char*> data = {};
    std::vector<int> lengths = {};
    std::vector<int> formats = {};  // 1: bytes

    void add(const std::string& text);  // which outlives the values
};

// One connection of libpq's, in its pipeline mode: what is queued goes out with the next question,
// and whatever of it failed first is what that question throws. Nothing waits for longer than it is
// told to; then the connection is closed, which is why this is not libpq's blocking half.
//
// Throws: StorageError unreachable, and of what the server says. Thread: one at a time.
class PostgresSession {
public:
    // No answer is waited for longer than this; 0: however long it takes. Throws:
    // unreachable; cannot_open if the server refuses it for good.
    PostgresSession(const PostgresAddress& address, std::chrono::milliseconds answer_within);
    ~PostgresSession();
    PostgresSession(const PostgresSession&) = delete;
    PostgresSession& operator=(const PostgresSession&) = delete;

    // Queues a statement without rows to read, which goes out with the next question.
    void queue(const std::string& sql, const PostgresValues& values = {});

    // Asks and waits. The result is that of the question alone.
    PostgresResult ask(const std::string& sql, const PostgresValues& values = {},
                       std::optional<std::chrono::milliseconds> within = {});
    PostgresResult ask_prepared(const std::string& name, const PostgresValues& values,
                                const std::string& while_doing);
    void prepare(const std::string& name, const std::string& sql);
    PostgresResult describe(const std::string& name);
    void queue_prepared(const std::string& name, const PostgresValues& values);

    // Waits for what is queued. Throws: what the first of it that failed says.
    void finish();
    // The same; the results of all of it, in its order.
    std::vector<PostgresResult> finish_all();

    // From here on, all answers that do not come at once together are waited for as long as one.
    // Many statements, of which a network loses packets, would be as slow as all of them otherwise.
    void begin_waiting() { left_ = answer_within_; }
    void end_waiting() { left_.reset(); }

    // Executes a file of statements, however long that takes.
    void script(const std::string& sql);

    // libpq's connection out of its pipeline mode and blocking, for what the mode does not take,
    // and back into it. Requires: nothing is queued. Throws: misuse.
    pg_conn* begin_plain();
    void end_plain();

    // Waits until another session has notified a channel that this one listens to (true), `wake`
    // can be read from, or the time is over. Requires: nothing is queued.
    bool wait_for_notification(int wake, std::chrono::milliseconds within);

    bool is_lost() const;
    // Closes it. The server learns it by the end of the connection.
    void close();
    // Nothing but a rollback is taken: a statement has failed within a transaction.
    bool is_aborted() const;

    // A transaction of what `work` asks, which is durable when this returns, on the standby too if
    // there is one; undone if `work` throws. Throws: `unconfirmed`, if the standby was not heard.
    void transact(const std::function<void()>& work, const StorageError& unconfirmed);

    // Whether a WARNING came since this was last asked.
    bool take_warning() { return std::exchange(has_warned_, false); }
    int process() const;                        // the server's for this connection
    std::size_t host() const { return host_; }  // its place among those of the address
    std::size_t round_trips() const { return round_trips_; }  // until now

private:
    void require_sent(int is_sent, const std::string& what);
    void flush(std::chrono::steady_clock::time_point end);
    void wait(bool for_room, std::chrono::steady_clock::time_point end);
    PostgresResult next(std::chrono::steady_clock::time_point end);
    bool take_notifications();
    std::vector<PostgresResult> drain(const std::string& while_doing,
                                      std::optional<std::chrono::milliseconds> within = {});
    void count_wait(std::chrono::steady_clock::duration time);
    [[noreturn]] void lose(const std::string& why);

    const std::chrono::milliseconds answer_within_;
    std::optional<std::chrono::milliseconds> left_;  // of it, for all answers together
    pg_conn* connection_ = nullptr;
    std::size_t host_ = 0;
    std::size_t queued_ = 0;
    std::size_t round_trips_ = 0;
    bool has_warned_ = false;
};

// The whole number at a place of what a statement gave. Requires: it is one.
std::int64_t integer_at(const PostgresResult& rows, int row, int column);

// Asks with these values. Thread: the session's.
PostgresResult ask_with(PostgresSession& session, const std::string& sql,
                        const std::vector<std::string>& texts);

}  // namespace tanbo::store

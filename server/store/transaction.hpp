#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "server/store/commit/announcements.hpp"
#include "server/store/commit/changes.hpp"
#include "server/store/commit/writer_cache.hpp"
#include "server/store/ids.hpp"

namespace tanbo::store {

class Connection;
class Query;
class Sql;

// A view that may be read: one consistent state of the database. The functions that take one are in
// this folder, a header a subject: game_log.hpp, accounts.hpp, ratings.hpp and the like.
//
// Throws (all of them): StorageError. Thread: the one it was handed to; not to be kept.
class Reader {
public:
    explicit Reader(Connection& connection) : connection_(connection) {}
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    // For this folder only: a statement that reads. It is prepared once.
    Query read(const Sql& sql);
    Query read(Sql&& sql) = delete;

protected:
    Connection& connection_;
};

// The point to which a job can be undone by itself. With its first change, a job that only refuses
// costs nothing.
enum class JobPart { none, from_first_change, from_start };

// The end of a game's log.
struct LogEnd {
    std::int64_t seq = 0;
    bool is_read = true;  // false: there is no other writer, and the caller's earlier value is
                          // taken for it
};

// The news of a transaction for others, once it is durable.
struct News {
    std::vector<Announcement> announcements = {};
    // Further changes for other nodes, if there are some. Their sender tells this node too, but
    // can't while it is unknown whether they are durable.
    std::vector<Change> changes = {};
    bool has_told_others = false;
};

// A view that may be read and written: all of it becomes durable together, or none of it. Reading
// sees what was written before in the same transaction, by earlier jobs of the batch too.
class Transaction : public Reader {
public:
    explicit Transaction(Connection& connection) : Reader(connection), cache_(own_cache_) {}
    // For the writer. Requires: `memory` outlives it.
    Transaction(Connection& connection, WriterCache& memory, bool queues_mail)
        : Reader(connection), queues_mail_(queues_mail), cache_(memory) {}

    // Whether events of games go out by email too: the server has a domain for it.
    bool queues_mail() const { return queues_mail_; }

    // For this folder only: a statement that changes rows.
    Query write(const Sql& sql);
    Query write(Sql&& sql) = delete;

    // The job is the only one, of all nodes, that changes the account, or the game, and what is
    // kept of it, until its transaction ends: what it has read then is still true when it writes.
    // A job that looks before it writes locks first, games before accounts and each in ascending
    // order. Costs nothing if the job holds the lock.
    void lock_account(AccountId account);
    void lock_accounts(std::vector<AccountId> accounts);  // in any order, and twice
    void lock_game(GameId game);
    // For this folder only: the same for a key. It comes before all of them.
    void lock_key(std::int64_t key);
    // For tests of callers that must lock.
    bool has_locked(AccountId account) const { return has(locked_accounts_, account); }
    bool has_locked(GameId game) const { return has(locked_games_, game); }
    bool has_locked_accounts() const { return !locked_accounts_.empty(); }

    // For this folder only: the seq that a game's log ends with, if this job knows it from under
    // its lock, or takes it for known.
    std::optional<LogEnd> known_end(GameId game) const;
    void record_end(GameId game, const LogEnd& end);

    // For this folder only: whether the writer knows that the game has no watchers.
    bool is_unwatched(GameId game) const { return cache_.watches.contains(game); }
    void record_unwatched(GameId game) { cache_.watches.note(game); }
    void expect_watches(GameId game) { cache_.watches.forget(game); }

    // That nothing is sent to an account about its turns, no mail, no webhook's request and no
    // push, if the writer knows it. What could change that expects otherwise, of the account or of
    // all.
    bool has_no_turn_channel(AccountId account) const {
        return cache_.turn_channels.contains(account);
    }
    void record_no_turn_channel(AccountId account) { cache_.turn_channels.note(account); }
    void expect_turn_channels(AccountId account) { cache_.turn_channels.forget(account); }
    void expect_turn_channels() { cache_.turn_channels.clear(); }

    // For this folder only: see Connection::claim_room.
    void claim_room();
    // For the writer: whether the transaction has shown that a move could be stored.
    bool has_claimed_room() const { return has_claimed_room_; }

    // For this folder only: tells other nodes to forget what they know of this, or to announce it;
    // this node too, if it learns too late that it is durable. False: there are no nodes to tell.
    bool notes_changes() const;
    void queue_change(Change change);
    bool has_peers() const;

    // Takes back what this job has written so far; it may go on. Requires: no query is open; the
    // job runs in a part.
    void undo();

    // Kept until the transaction is durable, then handed to the writer's announce hook; dropped
    // with what the job wrote.
    void announce(Announcement announcement);
    News take_news() { return std::move(news_); }

    // For the writer: the changes made between begin_job and undo_job are undone, if they are made
    // in a part.
    void begin_job(JobPart part = JobPart::from_first_change);
    void end_job();
    void undo_job();
    // False: the job has made changes outside a part, and they are still there; or it has failed
    // outside a part and the connection takes nothing more.
    bool is_job_undone() const { return job_ != Job::left; }
    bool wrote() const { return wrote_; }

private:
    enum class Job { none, clean, changed, left };

    template <class Id>
    static bool has(const std::vector<Id>& locked, Id id) {
        return std::find(locked.begin(), locked.end(), id) != locked.end();
    }

    void begin_writing();
    void publish_change(const Change& change);
    void forget();

    const bool queues_mail_ = false;
    WriterCache own_cache_;
    WriterCache& cache_;
    Job job_ = Job::none;
    bool in_savepoint_ = true;
    bool wrote_ = false;
    bool has_claimed_room_ = false;
    News news_;
    std::size_t announced_before_ = 0;             // by earlier jobs
    std::size_t noted_before_ = 0;                 // by earlier jobs
    std::vector<AccountId> locked_accounts_;       // by this job
    std::vector<GameId> locked_games_;             // by this job
    std::vector<std::pair<GameId, LogEnd>> ends_;  // of logs, to this job
};

}  // namespace tanbo::store

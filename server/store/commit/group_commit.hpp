#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "server/store/error.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

class Connection;
class Database;

inline constexpr std::size_t batch_jobs_max = 256;
// So few are never divided: to sync once more would cost more than to write them at once.
inline constexpr std::size_t batch_jobs_undivided = 16;
inline constexpr std::size_t queued_jobs_max = 4096;
inline constexpr int job_runs_max = 5;
// A database that can't be reached is asked so often whether it is there again.
inline constexpr std::chrono::milliseconds reach_interval{100};

// Something to be written. run is called on the writer thread, at least once; afterwards exactly
// one of committed and failed is called, on the writer thread unless submit says otherwise.
class Job {
public:
    virtual ~Job() = default;

    // May be called again after all that it wrote was undone: if it throws Fault::stale, another
    // node has changed what it decided on, or was in its way, and it decides again on what is there
    // now; a job that is alone in its transaction does so in a new one, some milliseconds later. So
    // a run starts from nothing that an earlier one has left behind: it assigns and does not
    // append, keeps what it was given, and counts nothing; what counts, counts in committed.
    //
    // Any other exception fails this job alone: its changes are undone and the others of the batch
    // go on. (A fatal StorageError fails the whole batch, and so does a full disk.)
    virtual void run(Transaction& transaction) = 0;

    // Whether it runs in a part of the transaction, which costs as much as a statement that writes.
    // False: it hardly ever fails once it has written; if it does, the batch is undone as a whole
    // and all of it runs again, each job in a part.
    virtual bool needs_part() const { return true; }

    // The game that run locks first, if it writes only what belongs to that game, or else asks what
    // look_ahead leaves out. Nothing: neither is sure.
    virtual std::optional<GameId> game() const { return std::nullopt; }

    // Reads ahead, with Query::read_ahead, what run will probably ask of the game, which is locked.
    // Called on the writer thread, zero times or more, before run.
    virtual void look_ahead(Transaction& /*transaction*/) {}

    // Its changes were undone, but not those of its batch. What it had posted may have failed after
    // run. It runs again, or failed() follows.
    virtual void undone_alone() noexcept {}

    // Its changes were undone with the whole of its batch. It runs again.
    virtual void undone() noexcept {}

    // The changes of run are durable; if it made none, all that it read is.
    virtual void committed() noexcept = 0;

    // Nothing of it is stored. If the error is unsettled or fatal, that is unknown.
    virtual void failed(const StorageError& error) noexcept = 0;
};

// Called on the writer thread; must not throw. Any may be empty.
struct CommitHooks {
    // The writer has taken a batch, and is done with it and with all that it causes; every batch
    // lies between the two.
    std::function<void()> batch_begins = {};
    std::function<void()> batch_ends = {};
    // A job is undone, because another was in its way, and about to run again.
    std::function<void()> job_conflicts = {};
    // The announcements of a batch's jobs, in order, at least one. Called after the last
    // committed().
    std::function<void(std::vector<Announcement>)> announce = {};
    // There is a change for other nodes to read. Called after the last committed().
    std::function<void()> told_others = {};
    // Nothing of a batch is stored, so whatever the jobs' run() left in a cache is wrong. Called
    // before the first failed().
    std::function<void(const StorageError&)> batch_failed = {};
    // A batch that has failed as unsettled is durable: its changes, at least one, for this process,
    // which has been told nothing. What was announced, and told_others, follow. If it throws a
    // StorageError, it is called again.
    std::function<void(const std::vector<Change>&)> on_recovered = {};
};

struct CommitLimits {
    std::size_t batch_jobs = batch_jobs_max;
    std::size_t queued_jobs = queued_jobs_max;
    int job_runs = job_runs_max;  // of one job; the last of them fails as Fault::stale
    // Other writers lock the same games and accounts. A transaction then locks as one job does, its
    // games and then accounts, each in ascending order. So jobs that lock no account share one with
    // the first that does; a job without Job::game() is alone.
    bool has_rivals = false;
    // For tests: so often a job is run and undone before the runs that count.
    int rehearsals = 0;
};

// A writer: a thread that takes what is queued, about half of it if that is much, as one batch,
// runs it in one transaction and commits it once. There is one, or one for each lane.
class GroupCommit {
public:
    // Requires: the database outlives it and has no other GroupCommit of this lane.
    explicit GroupCommit(Database& database, CommitHooks hooks = {}, CommitLimits limits = {},
                         int lane = 0);
    ~GroupCommit();  // stop()
    GroupCommit(const GroupCommit&) = delete;
    GroupCommit& operator=(const GroupCommit&) = delete;

    // Queues a job. If it can't be queued, its failed is called on the calling thread before submit
    // returns: busy (queued_jobs are waiting), stopped, or the fatal error that stopped the writer.
    // After a batch that failed as unreachable or unsettled, jobs fail as unreachable until the
    // database is back. Thread: any.
    void submit(std::unique_ptr<Job> job);

    // Runs a closure as a job and waits for it. Throws: what the closure throws, otherwise the
    // StorageError that failed() is given. For blocking threads, start-up and tests. Thread: any
    // but the writer thread.
    void write(const std::function<void(Transaction&)>& closure);

    // Refuses further jobs, finishes the queued ones and ends the thread. Thread: any but the
    // writer thread.
    void stop();

    // Jobs waiting. Thread: any.
    std::size_t queued() const;
    // Jobs that are durable, counted before the first of a batch learns it. Thread: any.
    std::size_t durable() const { return durable_; }

private:
    struct Entry {
        std::unique_ptr<Job> job;
        std::optional<StorageError> error;  // why it failed by itself
    };
    struct Batch {
        std::vector<Entry> entries;
        News news;
        bool has_claimed_room = false;  // and committed it
    };

    std::optional<StorageError> enqueue(std::unique_ptr<Job>& job);
    void work();
    bool take(Batch& batch);
    std::size_t next_jobs() const;
    void put_back(Batch& batch, std::size_t first);
    enum class Parts { as_needed, always };

    std::optional<StorageError> commit(Batch& batch);
    std::optional<StorageError> try_commit(Parts parts, Batch& batch);
    bool commit_with(Parts parts, Batch& batch);
    static std::vector<Job*> jobs_of(const Batch& batch);
    JobPart part_of(const Job& job, Parts parts) const;
    bool run(Transaction& transaction, Entry& entry, JobPart part, int runs_max) const;
    static std::optional<StorageError> run_once(Transaction& transaction, Job& job, bool is_kept,
                                                JobPart part);
    void complete(Batch& batch);
    void publish(News news);
    void publish_recovered(News& news);
    void fail(Batch& batch, const StorageError& error);
    void refuse_queued(const StorageError& error);
    bool wait_until_reachable(const StorageError& error, News unsettled);
    bool pause();
    void note_room(const std::optional<StorageError>& error, bool has_claimed_room);
    void shut_down(const StorageError& error);

    Database& database_;
    Connection& writer_;
    const CommitHooks hooks_;
    const CommitLimits limits_;
    WriterCache cache_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::unique_ptr<Job>> queue_;
    std::size_t answered_ = 0;                 // jobs of the batch before
    std::size_t shared_max_ = batch_jobs_max;  // jobs of the next batch, if it has rivals
    std::atomic<std::size_t> durable_ = 0;
    std::optional<StorageError> refusal_;  // why submit refuses, for good
    std::optional<StorageError> absence_;  // and for now
    std::mutex joining_;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace tanbo::store

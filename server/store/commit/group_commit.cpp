#include "server/store/commit/group_commit.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "server/base/log.hpp"
#include "server/base/secrets.hpp"
#include "server/store/commit/look_ahead.hpp"
#include "server/store/connection.hpp"
#include "server/store/database.hpp"

namespace tanbo::store {
namespace {

// An exception of a job that concerns no other job.
StorageError own_error(const std::exception& error) {
    return StorageError(Fault::misuse, std::string("A job failed: ") + error.what());
}

bool concerns_all(Fault fault) {
    return is_fatal(fault) || fault == Fault::full || fault == Fault::busy ||
           fault == Fault::unreachable || fault == Fault::unsettled;
}

using SteadyClock = std::chrono::steady_clock;

// How many of the queued jobs make a batch. Callers that have just been answered come back while
// the next batch is written. If a batch took all queued jobs, all callers would wait for the same
// transaction, then the writer for all callers. With half of all that are under way both have
// something to do.
std::size_t batch_of(std::size_t queued, std::size_t answered) {
    return std::max(batch_jobs_undivided, (queued + answered + 1) / 2);
}

// A loss this soon has cost callers little time.
constexpr std::chrono::milliseconds lost_at_once{1'000};

// Whether a batch that failed as a whole, and is undone, may run again. Either the data it read has
// changed before the commit, or the connection was lost immediately and is remade.
bool may_run_again(Fault fault, int runs, int runs_max, SteadyClock::time_point begun_at) {
    if (fault == Fault::stale) return runs < runs_max;
    return fault == Fault::unreachable && runs == 1 && SteadyClock::now() - begun_at < lost_at_once;
}

// After a batch that ended early, the next one may have at least so many jobs.
constexpr std::size_t shared_jobs_min = 8;

// So long only a lock is waited for that isn't free in time: PostgresLimits::lock.
constexpr std::chrono::milliseconds waited_in_vain{500};

// Sleeps for a random time: two batches in conflict shouldn't meet again.
void step_aside() {
    constexpr std::uint32_t ms_min = 5;
    constexpr std::uint32_t ms_max = 50;
    const std::chrono::milliseconds time(ms_min + base::random_below(ms_max - ms_min + 1));
    std::this_thread::sleep_for(time);
}

// How a closure ended, for the thread that waits for it.
class Outcome {
public:
    void set(std::exception_ptr thrown) {
        const std::lock_guard lock(mutex_);
        thrown_ = std::move(thrown);
        is_known_ = true;
        known_.notify_one();
    }
    std::exception_ptr wait() {
        std::unique_lock lock(mutex_);
        known_.wait(lock, [this] { return is_known_; });
        return std::move(thrown_);
    }

private:
    std::mutex mutex_;
    std::condition_variable known_;
    bool is_known_ = false;
    std::exception_ptr thrown_;
};

class WaitingJob final : public Job {
public:
    WaitingJob(const std::function<void(Transaction&)>& closure, std::shared_ptr<Outcome> outcome)
        : closure_(closure), outcome_(std::move(outcome)) {}

    void run(Transaction& transaction) override {
        thrown_ = nullptr;
        try {
            closure_(transaction);
        } catch (...) {
            thrown_ = std::current_exception();
            throw;
        }
    }
    void committed() noexcept override { outcome_->set(nullptr); }
    void failed(const StorageError& error) noexcept override {
        if (!thrown_) thrown_ = std::make_exception_ptr(error);
        outcome_->set(std::move(thrown_));
    }

private:
    const std::function<void(Transaction&)>& closure_;
    std::shared_ptr<Outcome> outcome_;
    std::exception_ptr thrown_;
};

}  // namespace

GroupCommit::GroupCommit(Database& database, CommitHooks hooks, CommitLimits limits, int lane)
    : database_(database),
      writer_(database.writer(lane)),
      hooks_(std::move(hooks)),
      limits_(limits),
      cache_{.lasts = database.is_alone()},
      thread_([this] { work(); }) {}

GroupCommit::~GroupCommit() {
    stop();
}

void GroupCommit::submit(std::unique_ptr<Job> job) {
    if (const std::optional<StorageError> refusal = enqueue(job)) {
        job->failed(*refusal);
    } else {
        wake_.notify_one();
    }
}

// Takes the job, or says why not and leaves it.
std::optional<StorageError> GroupCommit::enqueue(std::unique_ptr<Job>& job) {
    const std::lock_guard lock(mutex_);
    if (refusal_) return refusal_;
    if (absence_) return absence_;
    if (queue_.size() >= limits_.queued_jobs) {
        return StorageError(Fault::busy, "Too many writes are waiting.");
    }
    queue_.push_back(std::move(job));
    return std::nullopt;
}

void GroupCommit::write(const std::function<void(Transaction&)>& closure) {
    const auto outcome = std::make_shared<Outcome>();
    submit(std::make_unique<WaitingJob>(closure, outcome));
    if (std::exception_ptr thrown = outcome->wait()) std::rethrow_exception(std::move(thrown));
}

void GroupCommit::stop() {
    {
        const std::lock_guard lock(mutex_);
        if (!refusal_) refusal_.emplace(Fault::stopped, "The server is stopping.");
    }
    wake_.notify_one();
    const std::lock_guard joining(joining_);
    if (thread_.joinable()) thread_.join();
}

std::size_t GroupCommit::queued() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

void GroupCommit::work() {
    Batch batch;
    while (take(batch)) {
        if (hooks_.batch_begins) hooks_.batch_begins();
        const std::optional<StorageError> error = commit(batch);
        note_room(error, batch.has_claimed_room);
        if (error) {
            fail(batch, *error);
        } else {
            complete(batch);
        }
        News news = std::exchange(batch, {}).news;
        if (error && is_fatal(error->fault())) return shut_down(*error);
        try {
            writer_.maintain();
        } catch (const StorageError& failure) {
            return shut_down(failure);
        }
        if (hooks_.batch_ends) hooks_.batch_ends();
        const bool is_away =
            error && (error->fault() == Fault::unreachable || error->fault() == Fault::unsettled);
        if (is_away && !wait_until_reachable(*error, std::move(news))) return;
    }
}

// False: everything is done and no more will come.
bool GroupCommit::take(Batch& batch) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return refusal_ || !queue_.empty(); });
    const std::size_t jobs = next_jobs();
    answered_ = jobs;
    if (jobs > 1) shared_max_ = std::min(batch_jobs_max, 2 * shared_max_);
    for (std::size_t job = 0; job < jobs; ++job) {
        batch.entries.push_back({std::move(queue_.front()), std::nullopt});
        queue_.pop_front();
    }
    return jobs > 0;
}

// How many of the queue the next batch takes. Requires: the mutex is held.
std::size_t GroupCommit::next_jobs() const {
    const std::size_t jobs =
        std::min({queue_.size(), limits_.batch_jobs, batch_of(queue_.size(), answered_)});
    if (!limits_.has_rivals || jobs == 0) return jobs;
    const auto last = queue_.begin() + static_cast<std::ptrdiff_t>(std::min(jobs, shared_max_));
    const auto alone =
        std::find_if(queue_.begin(), last, [](const auto& job) { return !job->game(); });
    return std::max<std::size_t>(1, static_cast<std::size_t>(alone - queue_.begin()));
}

// The jobs from this one on, which have not run, are the next to be taken. Fewer at once: all games
// of a batch are locked and looked ahead for, in vain if it ends early again.
void GroupCommit::put_back(Batch& batch, std::size_t first) {
    if (first == batch.entries.size()) return;
    const std::lock_guard lock(mutex_);
    shared_max_ = std::max(shared_jobs_min, 4 * first);
    for (std::size_t job = batch.entries.size(); job > first; --job) {
        queue_.push_front(std::move(batch.entries[job - 1].job));
    }
    batch.entries.resize(first);
}

// Why nothing of the batch is stored, or nothing if all that did not fail by itself is.
std::optional<StorageError> GroupCommit::commit(Batch& batch) {
    const auto begun_at = SteadyClock::now();
    for (int runs = 1;; ++runs) {
        const bool is_as_needed = runs == 1 || batch.entries.size() == 1;
        auto error = try_commit(is_as_needed ? Parts::as_needed : Parts::always, batch);
        if (!error) return std::nullopt;
        const bool is_alone = batch.entries.size() == 1;  // if the others were put back, too
        if (error->fault() != Fault::unsettled) batch.news = {};
        writer_.rollback();
        cache_.clear();
        // A failed posted statement can't be traced to its job until each job has a part.
        const bool is_somebodys = runs == 1 && !is_alone && !concerns_all(error->fault());
        if (!is_somebodys && !may_run_again(error->fault(), runs, limits_.job_runs, begun_at)) {
            if (!is_alone || concerns_all(error->fault())) return error;
            batch.entries.front().error = error;
            return std::nullopt;
        }
        for (Entry& entry : batch.entries) {
            entry.error.reset();
            entry.job->undone();
        }
        // A batch that only searches for its failed job was in no conflict.
        if (is_somebodys || error->fault() != Fault::stale) continue;
        if (hooks_.job_conflicts) hooks_.job_conflicts();
        step_aside();
    }
}

// The reason to undo the transaction, or nothing if it is committed.
std::optional<StorageError> GroupCommit::try_commit(Parts parts, Batch& batch) {
    try {
        if (commit_with(parts, batch)) return std::nullopt;
    } catch (const StorageError& error) {
        return error;
    }
    const bool is_alone = batch.entries.size() == 1;
    if (is_alone) return batch.entries.front().error;
    return StorageError(Fault::stale, "A job could not be undone by itself.");
}

// False: a job has failed, and all must be undone. Either the job can't be undone by itself, or it
// is alone and stale: then its locks are released before it runs again.
bool GroupCommit::commit_with(Parts parts, Batch& batch) {
    writer_.begin();
    cache_.begin();
    Transaction transaction(writer_, cache_, database_.queues_mail());
    const bool is_alone = batch.entries.size() == 1;
    LookAhead look_ahead(writer_, transaction, jobs_of(batch));
    for (std::size_t job = 0; job < batch.entries.size(); ++job) {
        Entry& entry = batch.entries[job];
        // In a part each job meets its own faults only: also of what it would have looked ahead.
        if (parts == Parts::as_needed) look_ahead.before(job);
        const int runs = is_alone ? 1 : limits_.job_runs;
        if (!run(transaction, entry, part_of(*entry.job, parts), runs)) return false;
        if (is_alone && entry.error && entry.error->fault() == Fault::stale) return false;
        // When the batch runs again, jobs behind this one may have run before, so they stay.
        const bool may_end = limits_.has_rivals && parts == Parts::as_needed;
        if (may_end && transaction.has_locked_accounts()) put_back(batch, job + 1);
    }
    batch.news = transaction.take_news();
    if (transaction.wrote()) {
        writer_.commit();
        batch.has_claimed_room = transaction.has_claimed_room();
    } else {
        writer_.rollback();
    }
    return true;
}

std::vector<Job*> GroupCommit::jobs_of(const Batch& batch) {
    std::vector<Job*> jobs;
    jobs.reserve(batch.entries.size());
    for (const Entry& entry : batch.entries) jobs.push_back(entry.job.get());
    return jobs;
}

JobPart GroupCommit::part_of(const Job& job, Parts parts) const {
    if (parts == Parts::always) return JobPart::from_start;
    const bool has_one = limits_.rehearsals > 0 || job.needs_part();
    return has_one ? JobPart::from_first_change : JobPart::none;
}

// False: it has failed, and what it has written is still there.
bool GroupCommit::run(Transaction& transaction, Entry& entry, JobPart part, int runs_max) const {
    for (int rehearsal = 0; rehearsal < limits_.rehearsals; ++rehearsal) {
        run_once(transaction, *entry.job, false, part);
    }
    const auto begun_at = SteadyClock::now();
    for (int runs = 1; runs <= runs_max; ++runs) {
        entry.error = run_once(transaction, *entry.job, true, part);
        if (!entry.error) return true;
        if (!transaction.is_job_undone()) return false;
        if (entry.error->fault() != Fault::stale) return true;
        // The others wait too, and the connection is given up after three such waits.
        if (limits_.has_rivals && SteadyClock::now() - begun_at > waited_in_vain) return true;
    }
    return true;
}

// Why the job failed by itself; then nothing of it is left, unless it has written outside a part.
std::optional<StorageError> GroupCommit::run_once(Transaction& transaction, Job& job, bool is_kept,
                                                  JobPart part) {
    transaction.begin_job(part);
    std::optional<StorageError> failure;
    try {
        job.run(transaction);
        if (is_kept) {
            transaction.end_job();
            return std::nullopt;
        }
    } catch (const StorageError& error) {
        if (concerns_all(error.fault())) throw;
        failure = error;
    } catch (const std::exception& error) {
        failure = own_error(error);
    }
    transaction.undo_job();
    if (transaction.is_job_undone()) job.undone_alone();
    return failure;
}

void GroupCommit::complete(Batch& batch) {
    durable_ += static_cast<std::size_t>(
        std::ranges::count_if(batch.entries, [](const Entry& entry) { return !entry.error; }));
    for (Entry& entry : batch.entries) {
        if (entry.error) {
            entry.job->failed(*entry.error);
        } else {
            entry.job->committed();
        }
    }
    publish(std::move(batch.news));
}

void GroupCommit::publish(News news) {
    const bool has_told_others = news.has_told_others;
    if (hooks_.announce && !news.announcements.empty()) {
        hooks_.announce(std::move(news.announcements));
    }
    if (hooks_.told_others && has_told_others) hooks_.told_others();
}

void GroupCommit::publish_recovered(News& news) {
    if (hooks_.on_recovered && !news.changes.empty()) hooks_.on_recovered(news.changes);
    base::log::info("commit-found", "commit confirmed after reconnect");
    publish(std::exchange(news, {}));
}

void GroupCommit::fail(Batch& batch, const StorageError& error) {
    if (hooks_.batch_failed) hooks_.batch_failed(error);
    for (Entry& entry : batch.entries) entry.job->failed(entry.error ? *entry.error : error);
}

// Whatever is queued fails like the batch that met the error. Requires: nothing more is queued.
void GroupCommit::refuse_queued(const StorageError& error) {
    std::deque<std::unique_ptr<Job>> queue;
    {
        const std::lock_guard lock(mutex_);
        queue.swap(queue_);
    }
    for (const std::unique_ptr<Job>& job : queue) job->failed(error);
}

// False: stop() was called.
bool GroupCommit::pause() {
    std::unique_lock lock(mutex_);
    return !wake_.wait_for(lock, reach_interval, [this] { return refusal_.has_value(); });
}

// Refuses what comes meanwhile. If a transaction was unsettled, this is its news. False: the writer
// has ended.
bool GroupCommit::wait_until_reachable(const StorageError& error, News unsettled) {
    const StorageError absence(Fault::unreachable, error.what());
    {
        const std::lock_guard lock(mutex_);
        absence_ = absence;
    }
    refuse_queued(absence);
    base::log::warn("database-unreachable", "the database is unreachable",
                    {{"detail", error.what()}});
    const auto since = SteadyClock::now();
    bool is_found = false;
    for (bool is_there = false; !is_there && pause();) {
        try {
            is_found = writer_.reach() || is_found;
            database_.record_reachable();
            if (is_found) publish_recovered(unsettled);
            is_there = true;
        } catch (const StorageError& failure) {
            if (!is_fatal(failure.fault())) continue;
            shut_down(failure);
            return false;
        }
    }
    const std::chrono::duration<double> away = SteadyClock::now() - since;
    base::log::info("database-reachable", "the database is reachable again, or was given up",
                    {{"seconds", away.count()}});
    const std::lock_guard lock(mutex_);
    absence_.reset();
    return true;
}

// Small writes may find a place on a full disk: only one as large as a move shows that there is
// room.
void GroupCommit::note_room(const std::optional<StorageError>& error, bool has_claimed_room) {
    if (error && error->fault() == Fault::full) database_.record_full(*error);
    if (!error && has_claimed_room) database_.record_room();
}

// Ends the writer for good.
void GroupCommit::shut_down(const StorageError& error) {
    {
        const std::lock_guard lock(mutex_);
        refusal_ = error;
    }
    refuse_queued(error);
    database_.report(error);
}

}  // namespace tanbo::store

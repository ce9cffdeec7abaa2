#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/json/error.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/blocking.hpp"
#include "server/base/threads/one_shot.hpp"
#include "server/base/threads/overload.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/unavailable.hpp"

namespace tanbo::store {

// A function that writes: it yields a value, or why it refuses. A refusal undoes nothing: decide
// first, then write. It may run more than once (Job::run).
template <class T>
using Work = std::function<protocol::Result<T>(Transaction&)>;

// The page by which the rest of the server reads and writes. What is read and written is in the
// headers beside this one, as functions over a Reader or a Transaction.
//
// Errors of what answers clients: storage_unavailable and overloaded, with retry_after_s; of what
// writes also shutting_down. Thread: any, but not from within a Reader or a Transaction.
class Store {
public:
    // Requires: all of them outlive it; a writer for each lane of the database. `readers` are the
    // threads on which coroutines' questions run.
    Store(Database& database, std::vector<GroupCommit*> writers, base::BlockingPool& readers)
        : database_(database), writers_(std::move(writers)), readers_(readers) {}
    Store(Database& database, GroupCommit& writer, base::BlockingPool& readers)
        : Store(database, std::vector{&writer}, readers) {}
    // Starts a thread for them. For programs without clients.
    Store(Database& database, GroupCommit& writer)
        : own_(std::make_unique<base::BlockingPool>("reader", 1, questions_max)),
          database_(database),
          writers_{&writer},
          readers_(*own_) {}
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // Runs look(Reader&), which yields a value or a Result, on a thread that may block, with one
    // consistent state. Errors: those of look too.
    template <class Look>
    auto read(Look look, base::JobPriority priority = base::JobPriority::usual) {
        return run([this, look = std::move(look)] { return read_or_refuse(database_, look); },
                   priority);
    }

    // Runs work(), which yields a Result, on such a thread: what blocks for more than one look.
    template <class Blocking>
    auto run(Blocking work, base::JobPriority priority = base::JobPriority::usual) {
        return base::run_or_overloaded(readers_, std::move(work), priority);
    }

    // The database's epochs, as they were when it was opened: changing them takes the database
    // alone.
    const Epochs& epochs() const { return database_.epochs(); }

    // How many jobs may run at once, and where one goes that is about one game, or one account.
    // Whatever is said below to run on the writer thread runs on that of the first lane.
    int lanes() const { return static_cast<int>(writers_.size()); }
    template <class Id>
    int lane_of(Id id) const {
        return static_cast<int>(static_cast<std::uint64_t>(id) % writers_.size());
    }

    // Runs `work` on the writer thread and yields its result when what it wrote is durable.
    // Errors: those of work too.
    template <class T>
    base::Awaitable<protocol::Result<T>> write(Work<T> work);

    // The same if blocking is allowed. Throws: StorageError and what the closure throws.
    template <class Look>
    auto read_now(Look&& look) {
        return database_.read(std::forward<Look>(look));
    }
    void write_now(const std::function<void(Transaction&)>& work) { writers_.front()->write(work); }

    // Queues a job without waiting for its answer (GroupCommit::submit).
    void submit(std::unique_ptr<Job> job, int priority = 0) {
        writers_[static_cast<std::size_t>(priority)]->submit(std::move(job));
    }

private:
    static constexpr std::size_t questions_max = 64;

    std::unique_ptr<base::BlockingPool> own_;
    Database& database_;
    std::vector<GroupCommit*> writers_;  // by lane
    base::BlockingPool& readers_;
};

namespace detail {

// Work as a job of the writer, for a coroutine that waits until it is durable.
template <class T>
class WorkJob final : public Job {
public:
    WorkJob(Work<T> work, base::OneShot<protocol::Result<T>> answer)
        : work_(std::move(work)), answer_(std::move(answer)) {}

    void run(Transaction& transaction) override { result_ = work_(transaction); }
    void committed() noexcept override { answer_.set(std::move(result_)); }
    void failed(const StorageError& error) noexcept override { answer_.set(unavailable(error)); }

private:
    Work<T> work_;
    base::OneShot<protocol::Result<T>> answer_;
    protocol::Result<T> result_;
};

}  // namespace detail

template <class T>
base::Awaitable<protocol::Result<T>> Store::write(Work<T> work) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<protocol::Result<T>> answer(executor);
    submit(std::make_unique<detail::WorkJob<T>>(std::move(work), answer));
    co_return co_await answer.wait();
}

}  // namespace tanbo::store

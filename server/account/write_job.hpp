#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "protocol/error.hpp"
#include "server/base/async.hpp"
#include "server/base/one_shot.hpp"
#include "server/store/group_commit.hpp"
#include "server/store/unavailable.hpp"

namespace tanbo::account {

// A closure as a job of the writer, for a coroutine that waits until it is durable.
template <class T>
class WriteJob final : public store::Job {
public:
    using Work = std::function<protocol::Result<T>(store::Transaction&)>;

    WriteJob(Work work, std::function<void()> before_answer,
             base::OneShot<protocol::Result<T>> answer)
        : work_(std::move(work)),
          before_answer_(std::move(before_answer)),
          answer_(std::move(answer)) {}

    void run(store::Transaction& transaction) override { result_ = work_(transaction); }
    void committed() noexcept override {
        if (before_answer_) before_answer_();
        answer_.set(std::move(result_));
    }
    void failed(const store::StorageError& error) noexcept override {
        answer_.set(store::unavailable(error));
    }

private:
    Work work_;
    std::function<void()> before_answer_;
    base::OneShot<protocol::Result<T>> answer_;
    protocol::Result<T> result_;
};

// Runs `work` on the writer thread and yields its result when what it wrote is durable, after
// `before_answer` was called there. A refusal of `work` undoes nothing: decide
// first, then write. Errors: those of `work`; storage_unavailable, overloaded, shutting_down.
template <class T>
base::Awaitable<protocol::Result<T>> write(store::GroupCommit& writer,
                                           typename WriteJob<T>::Work work,
                                           std::function<void()> before_answer) {
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<protocol::Result<T>> answer(executor);
    writer.submit(std::make_unique<WriteJob<T>>(std::move(work), std::move(before_answer), answer));
    co_return co_await answer.wait();
}

// The same with nothing to be called before.
template <class T>
base::Awaitable<protocol::Result<T>> write(store::GroupCommit& writer,
                                           typename WriteJob<T>::Work work) {
    std::function<void()> nothing;
    return write<T>(writer, std::move(work), std::move(nothing));
}

}  // namespace tanbo::account

#include "server/base/threads/io_threads.hpp"

#include <csignal>
#include <stdexcept>

namespace tanbo::base {
namespace {

thread_local int current_index = -1;

// Signals go to the main thread, which waits for them; a write to a closed pipe is an error code.
class BlockedSignals {
public:
    BlockedSignals() {
        sigset_t set;
        sigemptyset(&set);
        for (const int number : {SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGUSR1}) {
            sigaddset(&set, number);
        }
        pthread_sigmask(SIG_BLOCK, &set, &before_);
    }
    ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

private:
    sigset_t before_{};
};

}  // namespace

IoThreads::IoThreads(int count) {
    if (count < 1) throw std::invalid_argument("at least one I/O thread is needed");
    for (int i = 0; i < count; ++i) {
        contexts_.push_back(std::make_unique<boost::asio::io_context>(1));
        guards_.emplace_back(contexts_.back()->get_executor());
    }
}

IoThreads::~IoThreads() {
    stop();
    join();
}

void IoThreads::start() {
    const BlockedSignals inherited_by_the_threads;
    for (int i = 0; i < size(); ++i) {
        threads_.emplace_back([this, i] { run(i); });
    }
}

void IoThreads::stop() {
    for (const auto& context : contexts_) context->stop();
}

void IoThreads::join() {
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

int IoThreads::current() {
    return current_index;
}

void IoThreads::run(int index) {
    current_index = index;
    context(index).run();
}

}  // namespace tanbo::base

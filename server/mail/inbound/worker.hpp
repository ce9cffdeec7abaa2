#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "server/base/metrics.hpp"
#include "server/base/threads/async.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/inbound/processing.hpp"

namespace tanbo::mail::inbound {

// A mail that fails is tried again after longer and longer pauses, as long as it fails for what
// passes; for what does not, it is set aside after so many attempts, some two hours: kept, and
// logged as an error, while the others go on.
inline constexpr int inbound_attempts_max = 12;
std::chrono::seconds retry_pause(int attempts);  // after that many have failed

// A mail that was begun so often by servers that had just started, and then ended, is set aside: it
// may be what ends them.
inline constexpr int begun_max = 10;

// Processes the mails that wait, one after the other: who wrote it, what it asks, what comes of
// that, and the answer, which is queued in the transaction that finishes the mail. A mail that was
// interrupted is processed again, and changes nothing twice.
//
// After each mail the next is looked up: of the first standing (standing.hpp) that has one and time
// left to read it (reading_budget.hpp), and within that of the next share in turn. Players' mails
// are read without time left, too, if no other mail is waiting; strangers' wait.
//
// Thread: one I/O thread, but for wake.
class InboundWorker {
public:
    // `executor` is of the thread that owns the services' views, and run() is spawned there.
    // Requires: the queue and what the services refer to outlive it; it outlives the executor's
    // running.
    InboundWorker(MailServices services, InboundQueue& queue, ProcessingOptions options,
                  base::Executor executor, base::Metrics& metrics);
    ~InboundWorker();
    InboundWorker(const InboundWorker&) = delete;
    InboundWorker& operator=(const InboundWorker&) = delete;

    // Of several nodes: mails are processed only while this says so. Requires: before run.
    void work_while(std::function<bool()> is_ours);

    // For ever.
    base::Awaitable<void> run();

    // There may be something to read. Thread: any.
    void wake();

    // Processes what is due by now, up to a limit. Returns whether there may be more.
    base::Awaitable<bool> run_once(int mails_max = 16);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::mail::inbound

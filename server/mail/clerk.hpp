#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "server/base/async.hpp"
#include "server/base/metrics.hpp"
#include "server/mail/errand.hpp"

namespace tanbo::mail {

struct ClerkOptions {
    std::string authserv_id = {};    // whose word about senders counts; empty: nobody's
    bool takes_passwords = false;    // the classic form
    double letters_per_minute = 10;  // of one sender that are answered
};

// A letter that fails is tried again after longer and longer pauses; then it is kept aside.
inline constexpr int letter_attempts_max = 12;

// Works through the letters that wait, one after the other, the oldest first: who wrote it, what it
// asks, what comes of that, and the answer, which is queued in the transaction that finishes the
// letter. A letter that was interrupted is worked through again, and changes nothing twice.
//
// Thread: one I/O thread, but for wake.
class Clerk {
public:
    // Requires: all of the rooms outlive it, and it outlives what run() is spawned on.
    Clerk(Rooms rooms, base::BlockingPool& hashing, base::Metrics& metrics, ClerkOptions options);
    ~Clerk();
    Clerk(const Clerk&) = delete;
    Clerk& operator=(const Clerk&) = delete;

    // For ever.
    base::Awaitable<void> run();

    // There may be something to read. Thread: any.
    void wake();

    // Works through what is due by now, up to a limit. Returns whether there may be more.
    base::Awaitable<bool> round();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::mail

#pragma once

#include <cstddef>
#include <vector>

namespace tanbo::store {

class Connection;
class Job;
class Transaction;

// So many jobs are looked ahead for at once. A question in between costs the answers for all of
// them; then fewer are asked for, until none is lost.
inline constexpr std::size_t looked_ahead_max = 64;

// The questions of a batch's jobs, asked together: one round trip where each job would take one or
// two. It locks the games of the whole batch first, in ascending order, as no job alone could.
//
// A job with a game writes only what belongs to that game, unless it asks more than it looked ahead
// for. So answers for the others stay true until a job asks, or has no game; then the next one
// looks ahead again.
//
// Throws: StorageError. Thread: the writer thread.
class LookAhead {
public:
    // Requires: connection, transaction and jobs outlive it.
    LookAhead(Connection& connection, Transaction& transaction, std::vector<Job*> jobs);

    // The job at this place, which follows the last one, is about to run.
    void before(std::size_t job);

private:
    void lock_games();

    Connection& connection_;
    Transaction& transaction_;
    const std::vector<Job*> jobs_;
    std::size_t window_ = looked_ahead_max;
    std::size_t end_ = 0;  // of the jobs that were looked ahead for
    bool has_locked_ = false;
};

}  // namespace tanbo::store

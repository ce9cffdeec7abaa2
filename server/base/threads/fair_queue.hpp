#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>

#include "server/base/client_key.hpp"

namespace tanbo::base {

// Which jobs go first: ahead go those that others wait for. The server's own go before both.
enum class JobPriority : std::uint8_t { ahead, usual };

// Jobs of many askers, in fair order. Networks get one job each in turn, and so do accounts of one
// network; a network has only so many under way at once. The server's own jobs go first, in their
// order, without such a limit.
//
// Thread: any, one at a time.
class FairQueue {
public:
    class Job {
    public:
        Job() = default;
        virtual ~Job() = default;
        Job(const Job&) = delete;
        Job& operator=(const Job&) = delete;
        virtual void run() = 0;
        // Instead of run(): the job has had to give way.
        virtual void refuse() = 0;
    };

    struct Taken {
        std::unique_ptr<Job> job;
        std::uint64_t network = 0;
    };

    // Requires: under_way_max > 0.
    explicit FairQueue(int under_way_max) : under_way_max_(under_way_max) {}

    void push(ClientKey client, JobPriority priority, std::unique_ptr<Job> job);
    // Makes room for the asker: takes out the newest job of the network of which most wait, one
    // that is ahead last. Nothing if as many wait for the asker's own, save one. Cost: all networks
    // with jobs.
    std::unique_ptr<Job> evict_for(ClientKey client);
    // The next job, which is under way from now on; nothing if none is ready.
    std::optional<Taken> take();
    // A job of that network is under way no more.
    void end(std::uint64_t network);

    // Whether take() yields one: jobs that wait for others of their network are not ready.
    bool is_ready() const;
    // Jobs that wait, ready or not.
    std::size_t size() const { return size_; }

private:
    static constexpr std::size_t priorities = 3;  // the server's own, then those of Lane

    struct Waiting {
        std::unique_ptr<Job> job;
        std::int64_t account = 0;
        std::uint64_t round = 0;
    };
    // One network's jobs of a lane, in the order in which they are taken: an account has one of
    // each round.
    struct Line {
        std::list<Waiting> jobs;
        std::uint64_t round = 0;  // of the last that was taken
    };
    struct Network {
        std::array<Line, priorities> lines;
        int under_way = 0;

        std::size_t waiting() const;
    };
    using Order = std::list<std::uint64_t>;

    static void insert(Line& line, std::int64_t account, std::unique_ptr<Job> job);
    bool has_room(std::uint64_t network) const;
    Taken take_of(std::size_t priority, Order::const_iterator place);

    int under_way_max_;
    std::size_t size_ = 0;
    std::unordered_map<std::uint64_t, Network> networks_;  // those with jobs, waiting or under way
    std::array<Order, priorities>
        orders_;  // of the networks with jobs in that lane, the next first
};

}  // namespace tanbo::base

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/time/instant.hpp"

namespace tanbo::game {

// A writer was busy with one batch for so long, and no other finished one meanwhile: no move can
// have been acknowledged.
inline constexpr std::chrono::milliseconds writer_stall_max{500};

// The times at which no move could be acknowledged, as this process knows them: past ones in the
// table, past ones not yet written, and the present one. Every game gets them back before its next
// command or flag. Until a stretch is in the table, a sign of life says only that moves could be
// acknowledged before it.
//
// With several nodes, a stop of a single one is no downtime, only a gap between the signs of life
// of all of them is. The node with the first sign after the gap writes it down.
//
// Thread: any.
class Downtimes {
public:
    enum class Of : std::uint8_t { this_process, all_nodes };
    explicit Downtimes(Of of = Of::this_process) : is_shared_(of == Of::all_nodes) {}

    bool is_shared() const { return is_shared_; }

    // --- what is known ---
    // The rows of the table.
    void load(std::span<const engine::Span> written);

    // One that is over. Of several nodes: nothing.
    void add(const engine::Span& downtime);

    // The writer of a lane, from 0, begins with a batch and is done with it.
    void writer_begins(engine::Instant at, int lane = 0);
    void writer_ends(engine::Instant at, int lane = 0);
    // The batch failed for want of room: its beginning begins a downtime, which ends when something
    // can be written again.
    void writer_fails(int lane = 0);
    void on_write_recovered(engine::Instant until);

    // The server takes nothing new any more, for good.
    void close(engine::Instant at);

    // --- who asks ---
    // One goes on: no flag may fall.
    bool is_open() const;
    bool is_failing() const;

    // The downtimes that ended after `after`, disjoint, oldest first; one in progress counts as
    // ended now. Cost: a look at one number if there is none.
    std::vector<engine::Span> since(engine::Instant after, engine::Instant now) const;

    // --- a sign of life ---
    struct Beat {
        engine::Instant at;                 // moves could be acknowledged until then
        std::vector<engine::Span> pending;  // to be written with it
        bool is_trial = false;              // whether it tries to write as much as a move
        std::vector<engine::Span> known =
            {};  // of several nodes: those in the table since the last
    };
    Beat next_beat(engine::Instant now) const;
    // It is durable.
    void beaten(const Beat& beat);
    // Whether something is waiting to be written.
    bool has_pending() const;

    struct Life {
        engine::Instant beaten_at;  // the last beat that is durable
        engine::Instant alive_at;   // until when moves could be acknowledged
    };
    // Nothing before the first beat.
    std::optional<Life> life(engine::Instant now) const;
    // The instant of the last beat that is durable; the beginning of time before the first.
    engine::Instant beaten_at() const;

private:
    std::optional<engine::Instant> open_since() const;
    std::optional<engine::Instant> given_back_since() const;
    std::optional<engine::Instant>& batch_since(int lane);
    engine::Instant write_stalled_since(engine::Instant batch_since) const;
    void insert(const engine::Span& downtime);
    void end_failing(engine::Instant until);
    void record_latest();

    const bool is_shared_;
    mutable std::mutex mutex_;
    std::vector<engine::Span> over_;     // all, disjoint, oldest first
    std::vector<engine::Span> pending_;  // of those, in the order in which they came
    std::optional<engine::Instant> failing_since_;
    std::optional<engine::Instant> closed_since_;
    std::vector<std::optional<engine::Instant>> batches_since_;  // by lane
    engine::Instant batch_ended_at_;                             // the last of any lane
    std::optional<engine::Instant> beaten_at_;
    std::atomic<engine::Instant::rep> latest_ =
        engine::Instant::min().time_since_epoch().count();  // no downtime reaches beyond it
};

}  // namespace tanbo::game

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "server/cli/remote/http.hpp"
#include "server/cli/remote/stall_timer.hpp"

namespace tanbo::cli {

// The end of a wait.
enum class Wake { events, answer, input, signal, stream_ended, timeout };

// Other ends of a wait beside the stream: descriptors that get readable, -1 for none.
struct Inputs {
    int keys = -1;
    int signals = -1;
};

// The place at which a game's stream goes on: after an event of some epoch.
struct StreamPlace {
    unsigned after = 0;
    std::string tag = {};  // of the ids that have come; empty: they have none
};

// A game's events as they come, while a person may type; and small questions beside it, which don't
// make anybody wait.
class EventStream {
public:
    // Follows the game's log after that place. on_event gets each frame (JSON). The stream has
    // ended when it has said nothing for stall_timeout.
    EventStream(const HttpClient& client, protocol::GameId game, const StreamPlace& place,
                std::function<void(std::string_view frame)> on_event,
                std::chrono::milliseconds stall_timeout = stream_stall_timeout);
    ~EventStream();
    EventStream(const EventStream&) = delete;
    EventStream& operator=(const EventStream&) = delete;

    // GETs a path below /api/v1, with `etag` only if it has changed since; the answer is handed
    // over within a wait. Requires: not is_asking().
    void ask(const std::string& path, const std::string& etag,
             std::function<void(const Answer&)> on_answer);
    bool is_asking() const;

    // Runs the stream until events or an answer have come, one of the inputs has something to read,
    // the stream ends, or the time is up.
    Wake wait(const Inputs& inputs, int timeout_ms);

    // The tag of the last id that has come; that of the place until then.
    const std::string& tag() const;

    // The status of the answer once the stream has ended, 0 if there was none.
    int status() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::cli

#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/cli/remote/http.hpp"
#include "server/cli/remote/stall_timer.hpp"

namespace tanbo::cli {

// Requests, streams and timers of many accounts on one thread. A stream has a connection of its own
// from the start: one that is kept from earlier requests may be dead without a word, and it would
// take another silence to find out. For the same reason nothing uses a connection again that is
// older than a silence. Callbacks are called from run()
// only, and may begin what they like.
class Connections {
public:
    using Time = std::chrono::steady_clock::time_point;
    using OnAnswer = std::function<void(const Answer&)>;

    // Ends streams that have said nothing for so long.
    explicit Connections(std::chrono::milliseconds stall_timeout = stream_stall_timeout);
    ~Connections();
    Connections(const Connections&) = delete;
    Connections& operator=(const Connections&) = delete;

    // A request for a path below /api/v1; a GET if `json` is empty, else a POST. At most
    // requests_max are on their way, the others wait. The client must live until the answer.
    void request(const HttpClient& client, const std::string& path, const std::string& json,
                 OnAnswer on_answer);

    // Follows a stream of lines until it ends; on_end gets its status, 0 if there was none.
    void follow(const HttpClient& client, const std::string& path,
                std::function<void(std::string_view line)> on_line,
                std::function<void(int status)> on_end);

    // Calls it once, not before then.
    void later(Time when, std::function<void()> act);

    // Waits until something has come, `input` gets readable (which is told; -1 for none), wake() is
    // called, or the time is up, and does what there is to do.
    bool run(std::chrono::milliseconds timeout, int input);

    // Ends a run(). Thread: any.
    void wake();

    static constexpr std::size_t requests_max = 8;

private:
    struct Transfer;

    void start(std::unique_ptr<Transfer> transfer);
    void avoid_old_connections(void* easy) const;
    void start_waiting();
    std::unique_ptr<Transfer> take_out(void* easy);
    void dispatch_lines();
    void finish();
    void end_silent_streams();
    void act_when_due();
    int wait_ms(std::chrono::milliseconds timeout) const;

    std::chrono::milliseconds stall_timeout_;
    void* multi_;
    std::map<void*, std::unique_ptr<Transfer>> running_;
    std::deque<std::unique_ptr<Transfer>> waiting_;
    std::size_t requests_ = 0;
    std::optional<Time> last_silence_;  // when a stream or a request was last ended by one
    std::multimap<Time, std::function<void()>> later_;
};

}  // namespace tanbo::cli

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tanbo::cli {

inline constexpr std::size_t answer_bytes_max = std::size_t{32} * 1024 * 1024;

struct Answer {
    int status = 0;  // 0 where there was none; `body` then says why
    std::string body;

    bool is_ok() const { return status >= 200 && status < 300; }
};

// A server's public API over HTTP or HTTPS.
class HttpClient {
public:
    // `url` is the server's root ("https://tanbo.example"); `token` may be empty.
    HttpClient(std::string url, std::string token);

    // `path` begins with "/" and is below /api/v1.
    Answer get(std::string_view path) const;
    Answer post(std::string_view path, std::string_view json) const;

    const std::string& url() const { return url_; }
    const std::string& token() const { return token_; }

private:
    std::string url_;
    std::string token_;
};

// What ended a wait.
enum class Wake { events, input, stream_ended, timeout };

// A game's events as they come, while a person may type.
class EventStream {
public:
    // Follows the game's log after `after`. on_event gets each frame (JSON).
    EventStream(const HttpClient& client, long long game, unsigned after,
                std::function<void(std::string_view frame)> on_event);
    ~EventStream();
    EventStream(const EventStream&) = delete;
    EventStream& operator=(const EventStream&) = delete;

    // Runs the stream until events have come, standard input has something to read (where
    // `wants_input`), the stream ends, or the time is up.
    Wake wait(bool wants_input, int timeout_ms);

    // The status of the answer once the stream has ended, 0 where there was none.
    int status() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::cli

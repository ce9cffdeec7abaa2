#include "server/cli/engines/run_engine.hpp"

#include <array>
#include <cerrno>
#include <optional>
#include <poll.h>
#include <unistd.h>
#include <utility>
#include <variant>

#include "server/cli/engines/gtp.hpp"
#include "server/cli/engines/line_reader.hpp"
#include "server/cli/engines/search_thread.hpp"
#include "server/cli/engines/ugi.hpp"
#include "server/cli/screen/terminal.hpp"

namespace tanbo::cli {

namespace {

// One conversation over standard input and output.
class Conversation {
public:
    Conversation(EngineProtocol protocol, const EngineSettings& settings, const MakeEngine& make)
        : make_(make), session_(UgiSession(settings)) {
        if (protocol == EngineProtocol::gtp) session_.emplace<GtpSession>();
        thread_.emplace(make(settings));
    }

    int run() {
        while (!has_quit_ && (!has_ended_ || is_searching_)) {
            wait();
            if (!can_write_) return 0;
        }
        return 0;
    }

private:
    void wait() {
        pollfd ready[] = {{thread_->descriptor(), POLLIN, 0},
                          {has_ended_ ? -1 : STDIN_FILENO, POLLIN, 0}};
        if (::poll(ready, 2, -1) < 0) return;
        if (ready[0].revents != 0) take_news();
        if (ready[1].revents != 0) read();
    }

    void read() {
        std::array<char, 65536> bytes;
        const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) return;
        if (count > 0) {
            reader_.feed({bytes.data(), static_cast<std::size_t>(count)});
        } else {
            reader_.finish();
            has_ended_ = true;
        }
        while (const auto line = reader_.next()) {
            if (has_quit_) return;
            take(std::visit([&line](auto& session) { return session.on_line(*line); }, session_));
        }
        if (has_ended_ && !has_end_) thread_->stop();
    }

    void take_news() {
        while (auto news = thread_->take()) {
            if (!news->is_last) {
                if (const auto* const ugi = std::get_if<UgiSession>(&session_)) {
                    write(ugi->on_progress(news->result, news->elapsed));
                }
                continue;
            }
            is_searching_ = false;
            if (auto* const ugi = std::get_if<UgiSession>(&session_)) {
                take(ugi->on_found(news->result, news->elapsed));
            } else {
                take(std::get<GtpSession>(session_).on_found(news->result));
            }
        }
    }

    void take(Step step) {
        for (const std::string& reply : step.replies) write(reply);
        if (step.stops) thread_->stop();
        if (step.quits) has_quit_ = true;
        if (step.settings) {
            thread_.reset();  // its memory first
            thread_.emplace(make_(*step.settings));
        }
        if (!step.search || has_quit_) return;
        has_end_ = step.search->limits.has_end();
        is_searching_ = true;
        thread_->begin(std::move(*step.search));
    }

    void write(std::string line) {
        line += '\n';
        can_write_ = can_write_ && print_data(line);
    }

    const MakeEngine& make_;
    std::variant<UgiSession, GtpSession> session_;
    std::optional<SearchThread> thread_;
    LineReader reader_;
    bool is_searching_ = false;
    bool has_end_ = true;  // the search, by itself
    bool has_ended_ = false;
    bool has_quit_ = false;
    bool can_write_ = true;
};

}  // namespace

int run_engine(EngineProtocol protocol, const EngineSettings& settings, const MakeEngine& make) {
    return Conversation(protocol, settings, make).run();
}

}  // namespace tanbo::cli

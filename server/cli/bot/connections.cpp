#include "server/cli/bot/connections.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "server/cli/engines/line_reader.hpp"
#include "server/cli/remote/curl.hpp"

namespace tanbo::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr long request_timeout_ms = 10'000;
constexpr std::size_t body_bytes_max = std::size_t{8} << 20U;

}  // namespace

struct Connections::Transfer {
    Easy easy = make_easy();
    Fields fields;
    std::optional<StallTimer> stall_timer;  // of a stream
    Answer answer;
    LineReader lines;
    OnAnswer on_answer;
    std::function<void(std::string_view)> on_line;
    std::function<void(int)> on_end;

    bool is_stream() const { return stall_timer.has_value(); }

    static std::size_t on_bytes(char* data, std::size_t, std::size_t bytes, void* self) {
        auto* const transfer = static_cast<Transfer*>(self);
        if (transfer->is_stream()) transfer->stall_timer->restart(Clock::now());
        if (transfer->is_stream() && status_of(transfer->easy.get()) == 200) {
            transfer->lines.feed({data, bytes});
            return bytes;
        }
        if (transfer->answer.body.size() + bytes > body_bytes_max) return 0;
        transfer->answer.body.append(data, bytes);
        return bytes;
    }

    void dispatch_lines() {
        while (const auto line = lines.next()) {
            if (!line->empty()) on_line(*line);
        }
    }

    void end(CURLcode code) {
        const int status = status_of(easy.get());
        if (is_stream()) {
            dispatch_lines();
            return on_end(status);
        }
        if (code != CURLE_OK) return on_answer({0, curl_easy_strerror(code)});
        answer.status = status;
        on_answer(answer);
    }
};

Connections::Connections(std::chrono::milliseconds stall_timeout) : stall_timeout_(stall_timeout) {
    make_easy();
    multi_ = curl_multi_init();
    if (multi_ == nullptr) throw std::runtime_error("libcurl can't be started");
}

Connections::~Connections() {
    for (const auto& [easy, transfer] : running_) curl_multi_remove_handle(multi_, easy);
    running_.clear();
    waiting_.clear();
    curl_multi_cleanup(multi_);
}

void Connections::request(const HttpClient& client, const std::string& path,
                          const std::string& json, OnAnswer on_answer) {
    auto transfer = std::make_unique<Transfer>();
    CURL* const easy = transfer->easy.get();
    transfer->on_answer = std::move(on_answer);
    transfer->fields = prepare(easy, client, path);
    if (!json.empty()) {
        add_field(transfer->fields, "Content-Type: application/json");
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
        curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, json.data());
    }
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request_timeout_ms);
    waiting_.push_back(std::move(transfer));
    start_waiting();
}

void Connections::follow(const HttpClient& client, const std::string& path,
                         std::function<void(std::string_view)> on_line,
                         std::function<void(int)> on_end) {
    auto transfer = std::make_unique<Transfer>();
    CURL* const easy = transfer->easy.get();
    transfer->stall_timer.emplace(stall_timeout_, Clock::now());
    transfer->on_line = std::move(on_line);
    transfer->on_end = std::move(on_end);
    transfer->fields = prepare(easy, client, path);
    add_field(transfer->fields, "Accept: application/x-ndjson");
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    start(std::move(transfer));
}

void Connections::start(std::unique_ptr<Transfer> transfer) {
    CURL* const easy = transfer->easy.get();
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->fields.get());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, Transfer::on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer.get());
    if (!transfer->is_stream()) ++requests_;
    avoid_old_connections(easy);
    running_[easy] = std::move(transfer);
    curl_multi_add_handle(multi_, easy);
}

// libcurl counts whole seconds, and begins with 0: a connection that is as old as the silence is
// not used again, one that was made after it is.
void Connections::avoid_old_connections(void* easy) const {
    if (!last_silence_) return;
    const auto since = std::chrono::floor<std::chrono::seconds>(Clock::now() - *last_silence_);
    constexpr long seconds_min = 1;  // 0 would allow any age
    curl_easy_setopt(easy, CURLOPT_MAXLIFETIME_CONN,
                     std::max(static_cast<long>(since.count()), seconds_min));
}

void Connections::start_waiting() {
    while (requests_ < requests_max && !waiting_.empty()) {
        auto next = std::move(waiting_.front());
        waiting_.pop_front();
        start(std::move(next));
    }
}

void Connections::later(Time when, std::function<void()> act) {
    later_.emplace(when, std::move(act));
}

void Connections::act_when_due() {
    while (!later_.empty() && later_.begin()->first <= Clock::now()) {
        const auto act = std::move(later_.begin()->second);
        later_.erase(later_.begin());
        act();
    }
}

int Connections::wait_ms(std::chrono::milliseconds timeout) const {
    const auto now = Clock::now();
    if (!later_.empty()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(later_.begin()->first - now);
        timeout = std::clamp(left, std::chrono::milliseconds{0}, timeout);
    }
    for (const auto& [easy, transfer] : running_) {
        if (transfer->is_stream()) timeout = std::min(timeout, transfer->stall_timer->left(now));
    }
    return static_cast<int>(timeout.count());
}

// Makes room for another.
std::unique_ptr<Connections::Transfer> Connections::take_out(void* easy) {
    const auto found = running_.find(easy);
    std::unique_ptr<Transfer> transfer = std::move(found->second);
    running_.erase(found);
    curl_multi_remove_handle(multi_, easy);
    if (!transfer->is_stream()) --requests_;
    start_waiting();
    return transfer;
}

void Connections::dispatch_lines() {
    std::vector<Transfer*> streams;
    for (const auto& [easy, transfer] : running_) {
        if (transfer->is_stream()) streams.push_back(transfer.get());
    }
    // Handing lines on may begin transfers, but ends none.
    for (Transfer* const stream : streams) stream->dispatch_lines();
}

void Connections::finish() {
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_, &left)) {
        if (message->msg != CURLMSG_DONE) continue;
        const CURLcode code = message->data.result;
        if (code == CURLE_OPERATION_TIMEDOUT) last_silence_ = Clock::now();
        take_out(message->easy_handle)->end(code);
    }
}

// Requires: all that has come has been read.
void Connections::end_silent_streams() {
    std::vector<void*> silent;
    for (const auto& [easy, transfer] : running_) {
        if (transfer->is_stream() && transfer->stall_timer->left(Clock::now()).count() == 0) {
            silent.push_back(easy);
        }
    }
    if (!silent.empty()) last_silence_ = Clock::now();
    for (void* const easy : silent) take_out(easy)->end(CURLE_OPERATION_TIMEDOUT);
}

bool Connections::run(std::chrono::milliseconds timeout, int input) {
    curl_waitfd waited{input, CURL_WAIT_POLLIN, 0};
    curl_multi_poll(multi_, &waited, input >= 0 ? 1 : 0, wait_ms(timeout), nullptr);
    int running = 0;
    curl_multi_perform(multi_, &running);
    dispatch_lines();
    finish();
    end_silent_streams();
    act_when_due();
    return waited.revents != 0;
}

void Connections::wake() {
    curl_multi_wakeup(multi_);
}

}  // namespace tanbo::cli

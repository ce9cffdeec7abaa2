#include "server/cli/http.hpp"

#include <chrono>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include <curl/curl.h>

#include "server/cli/sse.hpp"

namespace tanbo::cli {

namespace {

constexpr long connect_timeout_ms = 10'000;
constexpr long request_timeout_ms = 30'000;

struct CurlGlobal {
    CurlGlobal() { curl_global_init(CURL_GLOBAL_DEFAULT); }
    ~CurlGlobal() { curl_global_cleanup(); }
};

struct EasyDeleter {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, EasyDeleter>;
using Fields = std::unique_ptr<curl_slist, ListDeleter>;

Easy make_easy() {
    static const CurlGlobal global;
    Easy easy(curl_easy_init());
    if (!easy) throw std::runtime_error("libcurl can't be started");
    return easy;
}

void add_field(Fields& fields, const std::string& line) {
    fields.reset(curl_slist_append(fields.release(), line.c_str()));
}

// Options that every request shares.
Fields prepare(CURL* easy, const HttpClient& client, const std::string& path) {
    const std::string url = client.url() + "/api/v1" + path;
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
    Fields fields;
    if (!client.token().empty()) add_field(fields, "Authorization: Bearer " + client.token());
    return fields;
}

std::size_t append_body(char* data, std::size_t, std::size_t bytes, void* answer) {
    auto& body = static_cast<Answer*>(answer)->body;
    if (body.size() + bytes > answer_bytes_max) return 0;
    body.append(data, bytes);
    return bytes;
}

Answer perform(CURL* easy, Fields fields) {
    Answer answer;
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields.get());
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request_timeout_ms);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, append_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &answer);
    const CURLcode code = curl_easy_perform(easy);
    if (code != CURLE_OK) return {0, curl_easy_strerror(code)};
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    answer.status = static_cast<int>(status);
    return answer;
}

}  // namespace

HttpClient::HttpClient(std::string url, std::string token)
    : url_(std::move(url)), token_(std::move(token)) {
    while (!url_.empty() && url_.back() == '/') url_.pop_back();
}

Answer HttpClient::get(std::string_view path) const {
    const Easy easy = make_easy();
    Fields fields = prepare(easy.get(), *this, std::string(path));
    return perform(easy.get(), std::move(fields));
}

Answer HttpClient::post(std::string_view path, std::string_view json) const {
    const Easy easy = make_easy();
    Fields fields = prepare(easy.get(), *this, std::string(path));
    add_field(fields, "Content-Type: application/json");
    curl_easy_setopt(easy.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
    curl_easy_setopt(easy.get(), CURLOPT_COPYPOSTFIELDS, json.data());
    return perform(easy.get(), std::move(fields));
}

struct EventStream::State {
    explicit State(std::function<void(std::string_view)> on_frame)
        : parser([this, f = std::move(on_frame)](const ServerEvent& event) {
              ++events;
              f(event.data);
          }) {}

    EventStreamParser parser;
    Easy easy = make_easy();
    Fields fields;
    CURLM* multi = curl_multi_init();
    std::size_t events = 0;

    static std::size_t on_bytes(char* data, std::size_t, std::size_t bytes, void* self) {
        auto* const state = static_cast<State*>(self);
        if (state->status() != 200) return bytes;
        return state->parser.feed({data, bytes}) ? bytes : 0;
    }

    int status() const {
        long status = 0;
        curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
        return static_cast<int>(status);
    }
};

EventStream::EventStream(const HttpClient& client, long long game, unsigned after,
                         std::function<void(std::string_view frame)> on_event)
    : state_(std::make_unique<State>(std::move(on_event))) {
    CURL* const easy = state_->easy.get();
    state_->fields = prepare(easy, client, "/games/" + std::to_string(game) + "/events");
    add_field(state_->fields, "Accept: text/event-stream");
    add_field(state_->fields, "Last-Event-ID: " + std::to_string(after));
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, state_->fields.get());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, State::on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, state_.get());
    // The server sends a heartbeat every 15 seconds: silence for a minute is a dead peer.
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, 60L);
    curl_multi_add_handle(state_->multi, easy);
}

EventStream::~EventStream() {
    curl_multi_remove_handle(state_->multi, state_->easy.get());
    curl_multi_cleanup(state_->multi);
}

int EventStream::status() const {
    return state_->status();
}

Wake EventStream::wait(bool wants_input, int timeout_ms) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    const std::size_t events_before = state_->events;
    while (true) {
        int running = 0;
        curl_multi_perform(state_->multi, &running);
        if (state_->events != events_before) return Wake::events;
        if (running == 0) return Wake::stream_ended;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) return Wake::timeout;
        curl_waitfd input{STDIN_FILENO, CURL_WAIT_POLLIN, 0};
        curl_multi_poll(state_->multi, wants_input ? &input : nullptr, wants_input ? 1U : 0U,
                        static_cast<int>(left.count()), nullptr);
        if (wants_input && input.revents != 0) return Wake::input;
    }
}

}  // namespace tanbo::cli

#include "server/cli/remote/stream.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "server/cli/remote/curl.hpp"
#include "server/cli/remote/sse.hpp"

namespace tanbo::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr long question_timeout_ms = 10'000;
constexpr std::size_t question_bytes_max = std::size_t{1024} * 1024;

}  // namespace

struct EventStream::State {
    // A request beside the stream; one at a time.
    struct Question {
        Easy easy = make_easy();
        Fields fields;
        Answer answer;
        std::function<void(const Answer&)> on_answer;

        static std::size_t on_bytes(char* data, std::size_t, std::size_t bytes, void* self) {
            auto& body = static_cast<Question*>(self)->answer.body;
            if (body.size() + bytes > question_bytes_max) return 0;
            body.append(data, bytes);
            return bytes;
        }
    };

    State(const HttpClient& http, std::string place_tag,
          std::function<void(std::string_view)> on_frame, std::chrono::milliseconds stall_timeout)
        : client(http),
          tag(std::move(place_tag)),
          parser([this, f = std::move(on_frame)](const ServerEvent& event) {
              ++events;
              const std::size_t dash = event.id.find('-');
              tag = dash == std::string::npos ? "" : event.id.substr(dash + 1);
              f(event.data);
          }),
          stall_timer(stall_timeout, Clock::now()) {}

    const HttpClient& client;
    std::string tag;
    EventStreamParser parser;
    StallTimer stall_timer;
    Easy easy = make_easy();
    Fields fields;
    CURLM* multi = curl_multi_init();
    std::unique_ptr<Question> question;
    std::size_t events = 0;
    std::size_t answers = 0;
    bool has_ended = false;

    static std::size_t on_bytes(char* data, std::size_t, std::size_t bytes, void* self) {
        auto* const state = static_cast<State*>(self);
        state->stall_timer.restart(Clock::now());
        if (status_of(state->easy.get()) != 200) return bytes;
        return state->parser.feed({data, bytes}) ? bytes : 0;
    }

    void run() {
        int running = 0;
        curl_multi_perform(multi, &running);
        int left = 0;
        while (const CURLMsg* const message = curl_multi_info_read(multi, &left)) {
            if (message->msg != CURLMSG_DONE) continue;
            if (message->easy_handle == easy.get()) {
                has_ended = true;
            } else {
                finish_question(message->data.result);
            }
        }
        if (stall_timer.left(Clock::now()).count() == 0) has_ended = true;
    }

    void finish_question(CURLcode code) {
        const std::unique_ptr<Question> done = std::move(question);
        curl_multi_remove_handle(multi, done->easy.get());
        ++answers;
        if (code != CURLE_OK) return done->on_answer({0, curl_easy_strerror(code)});
        done->answer.status = status_of(done->easy.get());
        curl_header* etag = nullptr;
        if (curl_easy_header(done->easy.get(), "ETag", 0, CURLH_HEADER, -1, &etag) == CURLHE_OK) {
            done->answer.etag = etag->value;
        }
        done->on_answer(done->answer);
    }
};

EventStream::EventStream(const HttpClient& client, protocol::GameId game, const StreamPlace& place,
                         std::function<void(std::string_view frame)> on_event,
                         std::chrono::milliseconds stall_timeout)
    : state_(std::make_unique<State>(client, place.tag, std::move(on_event), stall_timeout)) {
    CURL* const easy = state_->easy.get();
    state_->fields = prepare(easy, client, "/games/" + protocol::to_string(game) + "/events");
    add_field(state_->fields, "Accept: text/event-stream");
    add_field(state_->fields, "Last-Event-ID: " + std::to_string(place.after) +
                                  (place.tag.empty() ? "" : "-" + place.tag));
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, state_->fields.get());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, State::on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, state_.get());
    curl_multi_add_handle(state_->multi, easy);
}

EventStream::~EventStream() {
    if (state_->question) curl_multi_remove_handle(state_->multi, state_->question->easy.get());
    curl_multi_remove_handle(state_->multi, state_->easy.get());
    curl_multi_cleanup(state_->multi);
}

void EventStream::ask(const std::string& path, const std::string& etag,
                      std::function<void(const Answer&)> on_answer) {
    auto question = std::make_unique<State::Question>();
    CURL* const easy = question->easy.get();
    question->on_answer = std::move(on_answer);
    question->fields = prepare(easy, state_->client, path);
    if (!etag.empty()) add_field(question->fields, "If-None-Match: " + etag);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, question->fields.get());
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, question_timeout_ms);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, State::Question::on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, question.get());
    curl_multi_add_handle(state_->multi, easy);
    state_->question = std::move(question);
}

bool EventStream::is_asking() const {
    return state_->question != nullptr;
}

const std::string& EventStream::tag() const {
    return state_->tag;
}

int EventStream::status() const {
    return status_of(state_->easy.get());
}

Wake EventStream::wait(const Inputs& inputs, int timeout_ms) {
    const auto deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
    const std::size_t events_before = state_->events;
    const std::size_t answers_before = state_->answers;
    std::vector<curl_waitfd> waited;
    for (const int descriptor : {inputs.keys, inputs.signals}) {
        if (descriptor >= 0) waited.push_back({descriptor, CURL_WAIT_POLLIN, 0});
    }
    while (true) {
        state_->run();
        if (state_->events != events_before) return Wake::events;
        if (state_->has_ended) return Wake::stream_ended;
        if (state_->answers != answers_before) return Wake::answer;
        const auto now = Clock::now();
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - now);
        if (left.count() <= 0) return Wake::timeout;
        const auto wait = std::min(left, state_->stall_timer.left(now));
        curl_multi_poll(state_->multi, waited.data(), static_cast<unsigned>(waited.size()),
                        static_cast<int>(wait.count()), nullptr);
        for (const curl_waitfd& ready : waited) {
            if (ready.revents == 0) continue;
            return ready.fd == inputs.signals ? Wake::signal : Wake::input;
        }
    }
}

}  // namespace tanbo::cli

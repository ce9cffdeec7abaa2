#include "server/cli/remote/http.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

#include "server/cli/remote/curl.hpp"

namespace tanbo::cli {

namespace {

constexpr long request_timeout_ms = 30'000;

std::size_t append_body(char* data, std::size_t, std::size_t bytes, void* answer) {
    auto& body = static_cast<Answer*>(answer)->body;
    if (body.size() + bytes > answer_bytes_max) return 0;
    body.append(data, bytes);
    return bytes;
}

// A game on the screen blocks the signals that would end it, to clear up first.
int end_where_interrupted(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    if (static_cast<const std::stop_token*>(stop)->stop_requested()) return 1;
    sigset_t pending;
    sigpending(&pending);
    constexpr int ending[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    const auto is_pending = [&pending](int signal) { return sigismember(&pending, signal) == 1; };
    return std::ranges::any_of(ending, is_pending) ? 1 : 0;
}

Answer transfer(CURL* easy, Fields fields, const std::string& url, const std::stop_token& stop) {
    Answer answer;
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields.get());
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request_timeout_ms);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, append_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &answer);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, end_where_interrupted);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, &stop);
    const CURLcode code = curl_easy_perform(easy);
    if (code != CURLE_OK) return {0, std::string(curl_easy_strerror(code)) + " (" + url + ")"};
    answer.status = status_of(easy);
    return answer;
}

}  // namespace

std::string query_value(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    std::string value;
    for (const char c : text) {
        if (plain.find(c) != plain.npos) {
            value += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        value += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return value;
}

std::string page_path(std::string path, std::string_view cursor) {
    if (!cursor.empty()) path += "&cursor=" + query_value(cursor);
    return path;
}

HttpClient::HttpClient(std::string url, std::string token, std::stop_token stop)
    : url_(std::move(url)), token_(std::move(token)), stop_(std::move(stop)) {
    while (!url_.empty() && url_.back() == '/') url_.pop_back();
}

Answer HttpClient::get(std::string_view path) const {
    const Easy easy = make_easy();
    Fields fields = prepare(easy.get(), *this, std::string(path));
    return transfer(easy.get(), std::move(fields), url_, stop_);
}

Answer HttpClient::post(std::string_view path, std::string_view json) const {
    return send("POST", path, json);
}

Answer HttpClient::put(std::string_view path, std::string_view json) const {
    return send("PUT", path, json);
}

Answer HttpClient::remove(std::string_view path) const {
    const Easy easy = make_easy();
    Fields fields = prepare(easy.get(), *this, std::string(path));
    curl_easy_setopt(easy.get(), CURLOPT_CUSTOMREQUEST, "DELETE");
    return transfer(easy.get(), std::move(fields), url_, stop_);
}

Answer HttpClient::send(const char* method, std::string_view path, std::string_view json) const {
    const Easy easy = make_easy();
    Fields fields = prepare(easy.get(), *this, std::string(path));
    add_field(fields, "Content-Type: application/json");
    curl_easy_setopt(easy.get(), CURLOPT_POSTFIELDSIZE, static_cast<long>(json.size()));
    curl_easy_setopt(easy.get(), CURLOPT_COPYPOSTFIELDS, json.data());
    curl_easy_setopt(easy.get(), CURLOPT_CUSTOMREQUEST, method);
    return transfer(easy.get(), std::move(fields), url_, stop_);
}

}  // namespace tanbo::cli

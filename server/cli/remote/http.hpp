#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace tanbo::cli {

inline constexpr std::size_t answer_bytes_max = std::size_t{32} * 1024 * 1024;

struct Answer {
    int status = 0;  // 0 if there was none; `body` then says why
    std::string body;
    std::string etag = {};

    bool is_ok() const { return status >= 200 && status < 300; }
};

// The text as a value in the query of a path: what is not plain is written as %XX.
std::string query_value(std::string_view text);

// More pages than any list of a server has: its cursors go round in a circle.
inline constexpr int pages_max = 1'000;

// The path of a page of a list; `path` has a query, and an empty cursor names the first page.
std::string page_path(std::string path, std::string_view cursor);

// A server's public API over HTTP or HTTPS.
class HttpClient {
public:
    // `url` is the server's root ("https://tanbo.example"); `token` may be empty. Once `stop` is
    // asked for, requests end without an answer within about a second.
    HttpClient(std::string url, std::string token, std::stop_token stop = {});

    // `path` begins with "/" and is below /api/v1. Ctrl-C ends a request without an answer also
    // if that signal is blocked.
    Answer get(std::string_view path) const;
    Answer post(std::string_view path, std::string_view json) const;
    Answer put(std::string_view path, std::string_view json) const;
    Answer remove(std::string_view path) const;  // DELETE

    // Keeps cookies in this file from now on, and sends those that are there. For sign-ins alone:
    // the server knows a program by one.
    void keep_cookies(std::string path) { cookies_ = std::move(path); }

    const std::string& url() const { return url_; }
    const std::string& token() const { return token_; }
    const std::string& cookies() const { return cookies_; }

private:
    Answer send(const char* method, std::string_view path, std::string_view json) const;

    std::string url_;
    std::string token_;
    std::string cookies_;  // a file; empty: none are kept
    std::stop_token stop_;
};

}  // namespace tanbo::cli

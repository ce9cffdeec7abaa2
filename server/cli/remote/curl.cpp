#include "server/cli/remote/curl.hpp"

#include <stdexcept>

#include "server/cli/remote/http.hpp"

namespace tanbo::cli {

namespace {

constexpr long connect_timeout_ms = 10'000;

struct CurlGlobal {
    CurlGlobal() { curl_global_init(CURL_GLOBAL_DEFAULT); }
    ~CurlGlobal() { curl_global_cleanup(); }
};

}  // namespace

Easy make_easy() {
    static const CurlGlobal global;
    Easy easy(curl_easy_init());
    if (!easy) throw std::runtime_error("libcurl can't be started");
    return easy;
}

void add_field(Fields& fields, const std::string& line) {
    fields.reset(curl_slist_append(fields.release(), line.c_str()));
}

Fields prepare(CURL* easy, const HttpClient& client, const std::string& path) {
    const std::string url = client.url() + "/api/v1" + path;
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    if (!client.cookies().empty()) {
        curl_easy_setopt(easy, CURLOPT_COOKIEFILE, client.cookies().c_str());
        curl_easy_setopt(easy, CURLOPT_COOKIEJAR, client.cookies().c_str());
    }
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
    Fields fields;
    if (!client.token().empty()) add_field(fields, "Authorization: Bearer " + client.token());
    return fields;
}

int status_of(CURL* easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
}

}  // namespace tanbo::cli

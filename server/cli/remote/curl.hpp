#pragma once

#include <memory>
#include <string>

#include <curl/curl.h>

// The use of libcurl that requests and streams share. Private to this folder.
namespace tanbo::cli {

class HttpClient;

struct EasyDeleter {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct ListDeleter {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, EasyDeleter>;
using Fields = std::unique_ptr<curl_slist, ListDeleter>;  // of a request's head

// A transfer to come. Throws: std::runtime_error if libcurl can't be started.
Easy make_easy();
// A line of a request's head, "Name: value".
void add_field(Fields& fields, const std::string& line);

// Sets the options that every request shares, for a path below /api/v1. The fields must live, and
// be set, until the transfer is over.
Fields prepare(CURL* easy, const HttpClient& client, const std::string& path);

// The status of the answer, 0 if there is none.
int status_of(CURL* easy);

}  // namespace tanbo::cli

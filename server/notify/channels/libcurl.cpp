#include <cstdarg>
#include <cstdint>

#include <curl/curl.h>

#include "server/base/loaded_library.hpp"

// libcurl's functions for this server, each of which calls the library's: the library is loaded
// with the first webhook, push or mail. It brings Kerberos and LDAP along. If it isn't there,
// curl_global_init fails and curl_easy_init yields null; no other function is called then.
namespace {

void* libcurl_function(const char* name) {
    static const tanbo::base::LoadedLibrary library("libcurl.so.4");
    return library.find(name);
}

// An argument of curl is a pointer, or a number of 32 or 64 bits. Systems with pointers of 64 bits
// pass all of them alike.
static_assert(sizeof(void*) == 8 && sizeof(long) == 8);

}  // namespace

#define FORWARD(Result, name, parameters, arguments, otherwise)                                    \
    Result name parameters {                                                                       \
        static const auto function = reinterpret_cast<decltype(&(name))>(libcurl_function(#name)); \
        if (function == nullptr) return otherwise;                                                 \
        return function arguments;                                                                 \
    }

// As libcurl defines them itself: an enumerator is an int here, and promoted to nothing else.
#pragma clang diagnostic ignored "-Wvarargs"
#undef curl_easy_setopt
#undef curl_easy_getinfo

FORWARD(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
FORWARD(CURL*, curl_easy_init, (), (), nullptr)
FORWARD(void, curl_easy_cleanup, (CURL * curl), (curl), )
FORWARD(CURLcode, curl_easy_perform, (CURL * curl), (curl), CURLE_FAILED_INIT)
FORWARD(const char*, curl_easy_strerror, (CURLcode code), (code), "libcurl.so.4 is missing")
FORWARD(curl_slist*, curl_slist_append, (curl_slist * list, const char* text), (list, text),
        nullptr)
FORWARD(void, curl_slist_free_all, (curl_slist * list), (list), )
FORWARD(void, curl_free, (void* text), (text), )
FORWARD(CURLU*, curl_url, (), (), nullptr)
FORWARD(void, curl_url_cleanup, (CURLU * url), (url), )
FORWARD(CURLUcode, curl_url_set,
        (CURLU * url, CURLUPart part, const char* text, unsigned int flags),
        (url, part, text, flags), CURLUE_OUT_OF_MEMORY)
FORWARD(CURLUcode, curl_url_get, (CURLU * url, CURLUPart part, char** text, unsigned int flags),
        (url, part, text, flags), CURLUE_OUT_OF_MEMORY)

CURLcode curl_easy_setopt(CURL* curl, CURLoption option, ...) {
    static const auto function =
        reinterpret_cast<decltype(&curl_easy_setopt)>(libcurl_function("curl_easy_setopt"));
    if (function == nullptr) return CURLE_FAILED_INIT;
    std::va_list arguments;
    va_start(arguments, option);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    return function(curl, option, argument);
}

CURLcode curl_easy_getinfo(CURL* curl, CURLINFO info, ...) {
    static const auto function =
        reinterpret_cast<decltype(&curl_easy_getinfo)>(libcurl_function("curl_easy_getinfo"));
    if (function == nullptr) return CURLE_FAILED_INIT;
    std::va_list arguments;
    va_start(arguments, info);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    return function(curl, info, argument);
}

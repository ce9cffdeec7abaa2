#include "server/http/request_checks.hpp"

#include <array>

#include <gtest/gtest.h>

namespace tanbo::http {
namespace {

using net::Method;
using protocol::Code;

constexpr std::array<std::string_view, 2> parameters = {"limit", "cursor"};

Route route_of(bool is_secret = false) {
    Route route{Method::get,    "/api/v1/things/{thing}",
                Caller::anyone, {},
                Origins::own,   Body::none,
                Rate::free,     Repeat::plain,
                parameters,     nullptr};
    route.is_secret = is_secret;
    return route;
}

net::Request& with(net::Request& request, std::string_view name, std::string_view value) {
    request.fields.push_back({name, value});
    return request;
}

TEST(RequestChecks, KnowWhichMethodsChangeNothing) {
    for (const Method safe : {Method::get, Method::head, Method::options}) {
        EXPECT_TRUE(is_safe(safe));
    }
    for (const Method unsafe : {Method::post, Method::put, Method::delete_}) {
        EXPECT_FALSE(is_safe(unsafe));
    }
}

TEST(RequestChecks, KnowABodyByTheHeadAlone) {
    net::Request none;
    net::Request empty;
    net::Request counted;
    net::Request chunked;

    EXPECT_FALSE(has_body(none));
    EXPECT_FALSE(has_body(with(empty, "Content-Length", "0")));
    EXPECT_TRUE(has_body(with(counted, "Content-Length", "7")));
    EXPECT_TRUE(has_body(with(chunked, "Transfer-Encoding", "chunked")));
}

TEST(RequestChecks, TakeWhatTheRouteNamesOnce) {
    struct Case {
        std::string_view query;
        bool is_taken;
    };
    for (const auto& [query, is_taken] :
         {Case{"", true}, Case{"limit=5&cursor=a", true}, Case{"limit=5&limit=6", false},
          Case{"colour=blue", false}, Case{"Limit=5", false}, Case{"limit=%zz", false}}) {
        net::Request request;
        request.query = query;
        const auto read = query_of(request, route_of());
        EXPECT_EQ(read.has_value(), is_taken) << query;
        if (read) continue;
        EXPECT_EQ(read.error().code, Code::bad_parameter) << query;
    }
}

TEST(RequestChecks, WriteNoSecretPathIntoTheLog) {
    net::Request request;
    request.path = "/api/v1/things/tbl_secret";

    EXPECT_EQ(path_for_log(request, route_of()), "/api/v1/things/tbl_secret");
    EXPECT_EQ(path_for_log(request, route_of(true)), "/api/v1/things/{thing}");
}

TEST(RequestChecks, HaveACodeForEveryStatusOfTheConnection) {
    struct Case {
        int status;
        Code code;
    };
    for (const auto& [status, code] :
         {Case{400, Code::malformed_request}, Case{408, Code::request_timeout},
          Case{413, Code::body_too_large}, Case{414, Code::target_too_long},
          Case{426, Code::malformed_request}, Case{429, Code::rate_limited},
          Case{431, Code::headers_too_large}, Case{500, Code::internal_error},
          Case{503, Code::overloaded}}) {
        EXPECT_EQ(code_of_fault(status), code) << status;
    }
}

}  // namespace
}  // namespace tanbo::http

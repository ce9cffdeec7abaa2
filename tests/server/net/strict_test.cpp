#include <gtest/gtest.h>

#include "server/net/http/head.hpp"
#include "tests/server/net/harness.hpp"

namespace tanbo::net {
namespace {

// Behind each malformed request stands a sound one: a server that loses its place would answer it.
const std::string smuggled = "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n";

struct Form {
    std::string name;
    std::string request;
    int status = 400;
};

void PrintTo(const Form& form, std::ostream* out) {
    *out << form.name;
}

std::string with(const std::string& field) {
    return "GET /hello HTTP/1.1\r\nHost: h\r\n" + field + "\r\n\r\n";
}

std::string post(const std::string& fields, const std::string& body) {
    return "POST /echo HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n\r\n" + body;
}

class Malformed : public testing::TestWithParam<Form> {};
class WellFormed : public testing::TestWithParam<Form> {};

TEST_P(Malformed, IsRefusedWithOneAnswerAndAClosedConnection) {
    TestServer server;

    const std::string answer = ask(server, GetParam().request + smuggled);

    EXPECT_EQ(status_of(answer), GetParam().status) << answer;
    EXPECT_EQ(count_of(answer, "HTTP/1.1 "), 1) << answer;
    EXPECT_EQ(count_of(answer, "Connection: close\r\n"), 1) << answer;
    EXPECT_EQ(count_of(answer, "application/problem+json"), 1) << answer;
    EXPECT_EQ(server.handler.handled, 0);
}

// The control: the same harness sees both answers if nothing is wrong.
TEST_P(WellFormed, IsAnsweredAndSoIsTheNext) {
    TestServer server;
    TestClient client(server.port());

    client.send(GetParam().request + smuggled);

    EXPECT_EQ(status_of(client.read_response()), 200);
    EXPECT_EQ(status_of(client.read_response()), 200);
    EXPECT_EQ(server.handler.handled, 2);
}

INSTANTIATE_TEST_SUITE_P(
    Strict, Malformed,
    testing::Values(
        Form{"TeXchunked", post("Transfer-Encoding: xchunked", "0\r\n\r\n")},
        Form{"TeTwiceInOne", post("Transfer-Encoding: chunked, chunked", "0\r\n\r\n")},
        Form{"TeTwice",
             post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n")},
        Form{"TeGzip", post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n")},
        Form{"TeEmpty", post("Transfer-Encoding:", "0\r\n\r\n")},
        Form{"TeQuoted", post("Transfer-Encoding: \"chunked\"", "0\r\n\r\n")},
        Form{"TeParameter", post("Transfer-Encoding: chunked;q=1", "0\r\n\r\n")},
        Form{"TeWithLength", post("Transfer-Encoding: chunked\r\nContent-Length: 5", "0\r\n\r\n")},
        Form{"LengthWithTe", post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n")},
        Form{"TeOn10",
             "POST /echo HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
             "0\r\n\r\n"},
        Form{"LengthList", post("Content-Length: 5, 5", "abcde")},
        Form{"LengthTwice", post("Content-Length: 5\r\nContent-Length: 5", "abcde")},
        Form{"LengthPlus", post("Content-Length: +5", "abcde")},
        Form{"LengthMinus", post("Content-Length: -5", "abcde")},
        Form{"LengthHex", post("Content-Length: 0x5", "abcde")},
        Form{"LengthSpace", post("Content-Length: 5 5", "abcde")},
        Form{"LengthEmpty", post("Content-Length:", "abcde")},
        Form{"LengthHuge", post("Content-Length: 18446744073709551621", "abcde")},
        Form{"NoHost", "GET /hello HTTP/1.1\r\n\r\n"}, Form{"TwoHosts", with("Host: h")},
        Form{"HostList", "GET /hello HTTP/1.1\r\nHost: a,b\r\n\r\n"},
        Form{"HostEmpty", "GET /hello HTTP/1.1\r\nHost:\r\n\r\n"},
        Form{"HostSpace", "GET /hello HTTP/1.1\r\nHost: a b\r\n\r\n"},
        Form{"HostUser", "GET /hello HTTP/1.1\r\nHost: u@h\r\n\r\n"},
        Form{"HostPath", "GET /hello HTTP/1.1\r\nHost: h/x\r\n\r\n"},
        Form{"HostPort", "GET /hello HTTP/1.1\r\nHost: h:80x\r\n\r\n"},
        Form{"TwoHostsOn10", "GET /hello HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"},
        Form{"ObsFold", with("X-A: b\r\n c")}, Form{"ObsFoldTab", with("X-A: b\r\n\tc")},
        Form{"ObsFoldFirst", "GET /hello HTTP/1.1\r\n X: y\r\nHost: h\r\n\r\n"},
        Form{"SpaceBeforeColon", with("X-A : b")}, Form{"TabBeforeColon", with("X-A\t: b")},
        Form{"NoColon", with("X-A")}, Form{"NoName", with(": b")},
        Form{"NameInBrackets", with("X(A): b")},
        Form{"NulInValue", with(std::string("X-A: b\0c", 8))},
        Form{"ControlInValue", with("X-A: b\x01")}, Form{"DelInValue", with("X-A: b\x7F")},
        Form{"BareCrInValue", with("X-A: b\rc")},
        Form{"BareLf", "GET /hello HTTP/1.1\nHost: h\n\n"},
        Form{"BareLfField", "GET /hello HTTP/1.1\r\nHost: h\nX: y\r\n\r\n"},
        Form{"Asterisk", "GET * HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AsteriskOptions", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormOfAnother", "GET http://g/hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormOfAnotherPort", "GET http://h:81/hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormUser", "GET http://u@h/hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormNobody", "GET http:///hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormFtp", "GET ftp://h/hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormFragment", "GET http://h/hello#a HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"AbsoluteFormNoHost", "GET http://h/hello HTTP/1.1\r\n\r\n"},
        Form{"FoldedTrailer",
             post("Transfer-Encoding: chunked", "3\r\nabc\r\n0\r\nX-T: v\r\n w\r\n\r\n")},
        Form{"FoldedTrailerTab",
             post("Transfer-Encoding: chunked", "0\r\nX-S: v\r\nX-T:\r\n\tw\r\n\r\n")},
        Form{"FoldedFirstTrailer", post("Transfer-Encoding: chunked", "0\r\n X-T: v\r\n\r\n")},
        Form{"AuthorityForm", "CONNECT h:80 HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"Fragment", "GET /a#b HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"SpaceInTarget", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"EightBitTarget", "GET /\xC3\xA4 HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"NulInTarget", std::string("GET /\0 HTTP/1.1\r\nHost: h\r\n\r\n", 29)},
        Form{"NoVersion", "GET /hello\r\nHost: h\r\n\r\n"},
        Form{"Http2", "GET /hello HTTP/2.0\r\nHost: h\r\n\r\n", 505},
        Form{"Http11Longer", "GET /hello HTTP/1.10\r\nHost: h\r\n\r\n", 505},
        Form{"LowerVersion", "GET /hello http/1.1\r\nHost: h\r\n\r\n"},
        Form{"BadMethod", "G(T /hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"NoMethod", " /hello HTTP/1.1\r\nHost: h\r\n\r\n"},
        Form{"Tls", "\x16\x03\x01\x02\r\n\r\n"},
        Form{"TwoOrigins",
             "GET /hello HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\nOrigin: http://h\r\n\r\n"},
        Form{"Expectation", post("Expect: tea\r\nContent-Length: 0", ""), 417},
        Form{"BadChunk", post("Transfer-Encoding: chunked", "zz\r\n\r\n")},
        Form{"BareLfChunk", post("Transfer-Encoding: chunked", "3\nabc\n0\n\n")},
        Form{"LongChunk", post("Transfer-Encoding: chunked", "3\r\nabcd\r\n0\r\n\r\n")},
        Form{"HugeChunk", post("Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFF\r\n")}),
    [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Strict, WellFormed,
    testing::Values(Form{"Plain", with("X-A: b")}, Form{"EmptyValue", with("X-A:")},
                    Form{"TabInValue", with("X-A: b\tc")}, Form{"EightBit", with("X-A: \xC3\xA4")},
                    Form{"HostAndPort", "GET /hello HTTP/1.1\r\nHost: h.example:8080\r\n\r\n"},
                    Form{"HostIpv6", "GET /hello HTTP/1.1\r\nhOST:[::1]:8080\r\n\r\n"},
                    Form{"TeUpperCase", post("Transfer-Encoding: CHUNKED", "0\r\n\r\n")},
                    Form{"ChunkExtension",
                         post("Transfer-Encoding: chunked", "3;a=b\r\nabc\r\n0\r\nX-T: v\r\n\r\n")},
                    Form{"Length", post("Content-Length: 005", "abcde")},
                    Form{"LengthZero", post("Content-Length: 0", "")},
                    Form{"Trailers", post("Transfer-Encoding: chunked",
                                          "3\r\na\r\n\r\n0\r\nX-T: v\r\nX-U:  w\r\n\r\n")},
                    Form{"AbsoluteForm", "GET http://h/hello HTTP/1.1\r\nHost: h\r\n\r\n"},
                    Form{"AbsoluteFormCase",
                         "GET HTTP://H:80/hello HTTP/1.1\r\nHost: h:80\r\n\r\n"},
                    Form{"AbsoluteFormHttps", "GET https://h/hello?a HTTP/1.1\r\nHost: h\r\n\r\n"},
                    Form{"AbsoluteFormNoPath", "GET http://h HTTP/1.1\r\nHost: h\r\n\r\n"},
                    Form{"Query", "GET /hello?a=b%20c&d HTTP/1.1\r\nHost: h\r\n\r\n"},
                    Form{"OtherMethod", "BREW /hello HTTP/1.1\r\nHost: h\r\n\r\n"}),
    [](const auto& tested) { return tested.param.name; });

// Behind a proxy the Host may be any name of the inside; the public one is ours all the same.
TEST(Strict, TakesTheHostOfATargetThatNamesThePublicOne) {
    ListenerOptions options;
    options.authority = "tanbo.example.org";
    Request request;
    Framing framing;
    request.head = "GET http://Tanbo.example.org/a?b HTTP/1.1\r\nHost: inside:8080\r\n\r\n";

    EXPECT_FALSE(parse_head(request, framing, options));

    EXPECT_EQ(request.host, "Tanbo.example.org");
    EXPECT_EQ(request.path, "/a");
    EXPECT_EQ(request.query, "b");
}

}  // namespace
}  // namespace tanbo::net

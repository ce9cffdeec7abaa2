#include <map>
#include <regex>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/routes.hpp"
#include "server/web/assets.hpp"
#include "tests/server/support/running_server.hpp"

// The shell of the client's pages, and what it loads.
namespace tanbo::http {
namespace {

using test::Answer;
using test::Headers;
using test::HttpClient;
using test::RunningServer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Headers browser = {{"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"}};

class Pages : public testing::Test {
protected:
    static void SetUpTestSuite() { server_ = std::make_unique<RunningServer>(); }
    static void TearDownTestSuite() { server_.reset(); }
    static RunningServer& server() { return *server_; }

    static Headers with(Headers more) {
        more.insert(more.end(), browser.begin(), browser.end());
        return more;
    }

    HttpClient client_ = server().client();

private:
    static inline std::unique_ptr<RunningServer> server_;
};

void expect_shell(const Answer& answer, int status) {
    EXPECT_EQ(answer.status, status) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "text/html; charset=utf-8");
    EXPECT_THAT(answer.body, HasSubstr("<div id=\"app\">"));
    EXPECT_THAT(answer.body, HasSubstr("/assets/" + std::string(web::client().script)));
    EXPECT_THAT(answer.body, HasSubstr("by Mark Steere"));
}

std::string path_of(const Route& route) {
    std::string path =
        std::regex_replace(std::string(route.pattern), std::regex("\\{setup\\}"), "9x9");
    return std::regex_replace(path, std::regex("\\{[a-z]+\\}"), "1");
}

TEST_F(Pages, LeadToTheRules) {
    const Answer page = client_.get("/rules");

    EXPECT_EQ(page.status, 302);
    EXPECT_EQ(page.header("location"), "/help/rules");
}

TEST_F(Pages, AreAnsweredWithTheShellAtAllTheirAddresses) {
    HttpClient black = server().guest();
    HttpClient white = server().guest();
    server().game(black, white);
    HttpClient olga = server().client();
    const Answer account =
        olga.post("/api/v1/accounts", R"({"handle":"olga","password":"battery staple"})");
    olga.set_token(account.json().at("token").get<std::string>());
    olga.post("/api/v1/tournaments", R"({"name":"Cup","format":"swiss","setup":"9x9"})");

    for (const Route& route : page_routes()) {
        const std::string path = path_of(route);
        if (path.starts_with("/admin") || path == "/rules") continue;
        SCOPED_TRACE(path);
        // A text that no administrator has written is no page.
        if (path == "/imprint" || path == "/privacy" || path == "/contact" || path == "/conduct") {
            expect_shell(client_.get(path), 404);
            continue;
        }

        const Answer page = client_.get(path + "?ply=1&utm_source=mail&utm_source=again");

        expect_shell(page, 200);
        EXPECT_EQ(page.header("cache-control"), "no-cache");
        EXPECT_EQ(page.header("vary"), "Accept-Language, Cookie");
        const Headers known = {{"If-None-Match", page.header("etag")}};
        EXPECT_EQ(client_.get(path + "?ply=1", known).status, 304);
    }
}

TEST_F(Pages, OfTheAdministrationAreNotThereForPlayers) {
    for (const char* path : {"/admin", "/admin/reports"}) {
        HttpClient guest = server().guest();

        expect_shell(client_.get(path), 404);
        expect_shell(guest.get(path), 404);
    }
}

TEST_F(Pages, RunNoScriptButTheClients) {
    const Answer page = client_.get("/");
    const std::string policy = page.header("content-security-policy");

    EXPECT_THAT(policy, HasSubstr("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"));
    EXPECT_THAT(policy, AllOf(Not(HasSubstr("unsafe-inline")), Not(HasSubstr("'unsafe-eval'"))));
    for (const char* part : {"frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
                             "require-trusted-types-for 'script'", "connect-src 'self'"}) {
        EXPECT_THAT(policy, HasSubstr(part));
    }
    EXPECT_EQ(page.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(page.header("cross-origin-opener-policy"), "same-origin");
    EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
    EXPECT_THAT(page.header("permissions-policy"), HasSubstr("camera=()"));
    EXPECT_EQ(page.body.find("<script>"), std::string::npos);
    EXPECT_FALSE(std::regex_search(page.body, std::regex(" (style|on[a-z]+)=")));
}

TEST_F(Pages, SpeakTheLanguageOfTheCookieOrTheBrowser) {
    const auto language = [&](const Headers& headers) {
        const Answer page = client_.get("/play", with(headers));
        EXPECT_THAT(page.body,
                    HasSubstr("<html lang=\"" + page.header("content-language") + "\">"));
        return page.header("content-language");
    };

    EXPECT_EQ(language({}), "en");
    EXPECT_EQ(language({{"Accept-Language", "de-AT,de;q=0.9"}}), "de");
    EXPECT_EQ(language({{"Accept-Language", "de"}, {"Cookie", "a=b; lang=en"}}), "en");
    EXPECT_EQ(language({{"Accept-Language", "en"}, {"Cookie", "lang=de"}}), "de");
    EXPECT_EQ(language({{"Cookie", "lang=\"><script>"}}), "en");
    EXPECT_THAT(client_.get("/play", {{"Cookie", "lang=de"}}).body, HasSubstr("Neue Partie"));
}

TEST_F(Pages, SayWhatAGameIsAboutAlsoWithoutScripts) {
    HttpClient black = server().guest();
    HttpClient white = server().guest();
    const protocol::GameId game = server().game(black, white);
    black.post(test::game_path(game, "/moves"), R"({"point":"C2","ply":0})");
    const std::string path = "/games/" + to_string(game);

    const Answer page = client_.get(path);
    const Answer past = client_.get(path + "?ply=0");
    const Answer beyond = client_.get(path + "?ply=7");

    expect_shell(page, 200);
    const auto seats = client_.get("/api/v1" + path).json().at("seats");
    for (const auto& seat : seats) {
        EXPECT_THAT(page.body, HasSubstr(seat.at("handle").get<std::string>()));
    }
    EXPECT_THAT(page.body, HasSubstr("white to move"));
    EXPECT_THAT(page.body, HasSubstr("<p>1. C2</p>"));
    const std::string picture = "/api/v1" + path + "/board?format=svg";
    EXPECT_THAT(page.body, HasSubstr("<img src=\"" + picture + "\""));
    EXPECT_EQ(client_.get(picture).header("content-type"), "image/svg+xml");
    EXPECT_THAT(past.body, HasSubstr(picture + "&amp;ply=0"));
    EXPECT_THAT(beyond.body, Not(HasSubstr("ply=7")));
}

TEST_F(Pages, NameAPictureForLinksElsewhere) {
    HttpClient black = server().guest();
    HttpClient white = server().guest();
    const protocol::GameId game = server().game(black, white);
    black.post(test::game_path(game, "/moves"), R"({"point":"C2","ply":0})");
    const std::string path = "/games/" + to_string(game);
    const auto named = [this](const std::string& address) {
        const std::string body = client_.get(address).body;
        std::smatch found;
        const std::regex image("og:image\" content=\"http://[^/]+([^\"]*)\"");
        return std::regex_search(body, found, image) ? found[1].str() : "";
    };

    EXPECT_EQ(named(path), path + "/preview.png?ply=1");
    EXPECT_EQ(named(path + "?ply=0"), path + "/preview.png?ply=0");
    EXPECT_EQ(named("/play"), "/icons/icon-512.png");
    EXPECT_EQ(client_.get("/icons/icon-512.png").status, 200);

    const Answer present = client_.get(named(path));
    const Answer past = client_.get(named(path + "?ply=0"));
    const Answer german = client_.get(named(path), {{"Accept-Language", "de"}});
    EXPECT_EQ(present.header("content-type"), "image/png");
    EXPECT_THAT(present.body, StartsWith("\x89PNG"));
    EXPECT_EQ(client_.get(path + "/preview.png?ply=99").body, present.body);
    EXPECT_NE(past.body, present.body);
    EXPECT_NE(german.body, present.body);
    const std::string etag(present.header("etag"));
    EXPECT_EQ(client_.get(named(path), {{"If-None-Match", etag}}).status, 304);
    EXPECT_NE(german.header("etag"), etag);
}

TEST_F(Pages, ShowAPrivateGameToItsPlayersOnly) {
    HttpClient black = server().guest();
    HttpClient white = server().guest();
    const std::string handle = white.get("/api/v1/me").json().at("handle");
    const auto game =
        black
            .post("/api/v1/games",
                  R"({"setup":"9x9","visibility":"private","seats":["me",")" + handle + "\"]}")
            .json();
    const std::string path = "/games/" + std::to_string(game.at("id").get<std::int64_t>());

    const Answer own = white.get(path);
    const Answer other = client_.get(path);

    expect_shell(own, 200);
    EXPECT_EQ(own.header("cache-control"), "private, no-cache");
    expect_shell(other, 404);
    EXPECT_THAT(other.body, Not(HasSubstr(handle)));
    EXPECT_EQ(client_.get(path + "/preview.png").status, 404);
    const Answer preview = white.get(path + "/preview.png");
    EXPECT_EQ(preview.status, 200);
    EXPECT_THAT(std::string(preview.header("cache-control")), HasSubstr("private"));
}

TEST_F(Pages, AreShownIfThereIsNothingToWhoFollowsALink) {
    for (const std::string path :
         {"/nonsense", "/games/0", "/games/x", "/games/999999", "/standings/nonsense",
          "/board/10x10", "/games/1/2/3", "/index.html", "/Games/1", "/play/"}) {
        SCOPED_TRACE(path);
        const Answer page = client_.get(path, browser);

        expect_shell(page, 404);
        EXPECT_THAT(page.body, HasSubstr("Page not found"));
    }
    const Answer head = client_.request("HEAD", "/nonsense", browser);
    EXPECT_EQ(head.status, 404);
    EXPECT_EQ(head.body, "");
}

TEST_F(Pages, LeaveProgramsTheirProblems) {
    for (const std::string path : {"/nonsense", "/api/v1/nonsense", "/api/v1/games/999999"}) {
        const Answer problem = client_.get(path, {{"Accept", "*/*"}});
        EXPECT_EQ(problem.status, 404);
        EXPECT_EQ(problem.header("content-type"), "application/problem+json") << path;
    }
    EXPECT_EQ(client_.get("/api/v1/nonsense", browser).header("content-type"),
              "application/problem+json");
    EXPECT_EQ(client_.request("POST", "/nonsense", browser).header("content-type"),
              "application/problem+json");
}

TEST_F(Pages, WriteWhatPeopleChooseAsText) {
    const Answer page = client_.get("/players/%3Cscript%3E%22");

    expect_shell(page, 200);
    EXPECT_THAT(page.body, HasSubstr("&lt;script&gt;&quot;"));
}

TEST_F(Pages, LoadNothingThatIsNotThere) {
    const Answer page = client_.get("/");
    const std::regex link("\"/assets/([^\"]+)\"");
    std::set<std::string> names;
    for (std::sregex_iterator at(page.body.begin(), page.body.end(), link), end; at != end; ++at) {
        names.insert((*at)[1]);
    }

    EXPECT_GE(names.size(), 3U);
    for (const std::string& name : names) {
        EXPECT_NE(web::find_asset(name), nullptr) << name;
        EXPECT_EQ(client_.get("/assets/" + name).status, 200) << name;
    }
    EXPECT_THAT(page.body, HasSubstr("<meta name=\"mail\" content=\"no\">"));
    EXPECT_THAT(page.body, HasSubstr("<meta name=\"build\" content=\"" +
                                     std::string(web::client().build) + "\">"));
}

TEST_F(Pages, KeepWhatTheyLoadForGood) {
    for (const web::Asset& asset : web::assets()) {
        const std::string path = "/assets/" + std::string(asset.name);
        SCOPED_TRACE(path);

        const Answer plain = client_.get(path);
        const Answer brotli = client_.get(path, {{"Accept-Encoding", "gzip, br"}});
        const Answer gzip = client_.get(path, {{"Accept-Encoding", "gzip"}});

        EXPECT_EQ(plain.body, asset.bytes);
        EXPECT_EQ(plain.header("content-encoding"), "");
        EXPECT_EQ(brotli.body, asset.brotli.empty() ? asset.bytes : asset.brotli);
        EXPECT_EQ(gzip.body, asset.gzip.empty() ? asset.bytes : asset.gzip);
        EXPECT_EQ(brotli.header("content-encoding"), asset.brotli.empty() ? "" : "br");
        EXPECT_EQ(gzip.header("content-encoding"), asset.gzip.empty() ? "" : "gzip");
        for (const Answer* answer : {&plain, &brotli, &gzip}) {
            EXPECT_EQ(answer->header("vary"), "Accept-Encoding");
            EXPECT_EQ(answer->header("content-type"), asset.content_type);
            EXPECT_EQ(answer->header("cache-control"), "public, max-age=31536000, immutable");
            const Headers same = {{"If-None-Match", answer->header("etag")}};
            EXPECT_EQ(client_.get(path, same).status,
                      answer->header("etag") == plain.header("etag") ? 304 : 200)
                << "another form has another validator";
        }
        if (asset.brotli.empty()) continue;
        EXPECT_NE(brotli.header("etag"), plain.header("etag"));
        EXPECT_LT(asset.brotli.size(), asset.bytes.size());
    }
}

// The width that the head of a PNG tells.
unsigned width_of(const std::string& png) {
    unsigned width = 0;
    for (std::size_t at = 16; at < 20; ++at) {
        width = 256 * width + static_cast<unsigned char>(png.at(at));
    }
    return width;
}

TEST_F(Pages, HaveIconsUnderNamesThatStay) {
    const std::map<std::string, unsigned> widths = {{"apple-touch-icon.png", 180},
                                                    {"icon-192.png", 192},
                                                    {"icon-512.png", 512},
                                                    {"maskable-512.png", 512}};

    EXPECT_EQ(web::icons().size(), widths.size());
    for (const auto& [name, width] : widths) {
        const Answer answer = client_.get("/icons/" + name);
        SCOPED_TRACE(name);
        ASSERT_EQ(answer.status, 200);
        EXPECT_EQ(answer.header("content-type"), "image/png");
        EXPECT_EQ(answer.header("cache-control"), "public, max-age=86400");
        EXPECT_THAT(answer.body, StartsWith("\x89PNG\r\n"));
        EXPECT_EQ(width_of(answer.body), width);
        const Headers same = {{"If-None-Match", answer.header("etag")}};
        EXPECT_EQ(client_.get("/icons/" + name, same).status, 304);
    }
    EXPECT_EQ(client_.get("/icons/icon-64.png").status, 404);
}

}  // namespace
}  // namespace tanbo::http

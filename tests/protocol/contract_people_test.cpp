#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/people/admin.hpp"
#include "protocol/people/bots.hpp"
#include "protocol/people/chat.hpp"
#include "protocol/people/note.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/people/players.hpp"
#include "protocol/people/pushes.hpp"
#include "protocol/people/ratings.hpp"
#include "protocol/people/site.hpp"
#include "protocol/people/study.hpp"
#include "protocol/people/webhooks.hpp"
#include "protocol/tournaments/clubs.hpp"
#include "tests/protocol/example.hpp"
#include "tests/protocol/ratings_page.hpp"

// Answers about people are those that the contract shows.
namespace tanbo::protocol {
namespace {

engine::Instant people_at(const char* text) {
    return parse_instant(text).value();
}

const engine::Instant noon = people_at("2026-03-01T12:00:00.000Z");
const engine::Instant end_of_game = people_at("2026-03-01T12:40:00.000Z");
constexpr const char* token = "tbo_3vWn8c0jUq4mZp1xK7sYdR2hTgLbE9aFwXoQiN6uCtM";

AccountView anna_view() {
    AccountView account;
    account.handle = "anna";
    account.kind = "member";
    account.role = "player";
    account.created_at = noon;
    account.time_zone = "Europe/Berlin";
    account.language = "de";
    account.sleep = engine::SleepHours{std::chrono::hours(23), std::chrono::hours(7)};
    return account;
}

TEST(ContractPeople, SeeTheirAccount) {
    EXPECT_TRUE(matches_example("answers/account", encode_account(anna_view())));
    EXPECT_TRUE(matches_example("answers/current-session", encode_current_session(anna_view())));
    EXPECT_EQ(encode_current_session({}), R"({"account":null})");
    EXPECT_TRUE(matches_example("answers/token", encode_token("guest-hqwmzkta", token)));
    EXPECT_TRUE(matches_example("answers/new-token", encode_token("anna", token)));
    EXPECT_TRUE(
        matches_example("answers/expiring-token",
                        encode_token("anna", "tbo_9aFwXoQiN6uCtM3vWn8c0jUq4mZp1xK7sYdR2hTgLbE",
                                     people_at("2026-03-08T12:00:00.000Z"))));
    EXPECT_TRUE(matches_example(
        "answers/session", encode_session_opened("anna", people_at("2026-05-30T12:00:00.000Z"))));
}

TEST(ContractPeople, SeeWhereTheyAreSignedIn) {
    SessionView session;
    session.id = "33a1fec1430c31df";
    session.is_session = true;
    session.label = "telephone";
    session.last4 = "uCtM";
    session.scopes = {"game:read", "game:play"};
    session.created_at = noon;
    session.used_at = people_at("2026-03-02T12:00:00.000Z");
    session.network = "203.0.113.0/24";
    session.expires_at = people_at("2026-05-30T12:00:00.000Z");
    session.is_current = true;

    EXPECT_TRUE(matches_example("answers/sessions", encode_sessions({&session, 1})));
}

TEST(ContractPeople, SeeTheirAddressesAndVacations) {
    const AddressView address{AddressId{1}, "anna@example.org", true, false, noon, {}, {}};
    const VacationView summer{"2026-07-01", "2026-07-14", 14, false};
    const std::vector<AllowanceView> years = {{2026, 30, 14}, {2027, 30, 0}};

    EXPECT_TRUE(matches_example("answers/address", encode_address(address)));
    EXPECT_TRUE(matches_example("answers/addresses", encode_addresses({&address, 1})));
    EXPECT_TRUE(matches_example("answers/vacations", encode_vacations({&summer, 1}, years)));
}

TEST(ContractPeople, TakeTheirDataAlong) {
    const std::vector<std::pair<std::string, std::string>> parts = {
        {"account", R"([{"id":7,"handle":"anna"}])"}, {"games", R"([{"game":1,"seat":0}])"}};

    EXPECT_TRUE(matches_example("answers/export", encode_export("anna", noon, parts)));
}

TEST(ContractPeople, ArePlayersToOthers) {
    const std::vector<PlayerView> players = {
        {"anna", "member", noon, true},
        {"antbot", "bot", people_at("2026-03-02T12:00:00.000Z"), false}};
    ProfileView profile;
    profile.player = players.front();
    profile.language = "de";
    profile.about = "Nine stones, no hurry.";
    profile.finished = 19;
    profile.left = 1;
    profile.percent = 95;
    profile.active = 2;
    profile.won = 11;
    profile.lost = 8;
    profile.none = 1;
    profile.ratings.push_back({"9x9", 1580, 74, false, 18});
    profile.clubs.push_back({ClubId{2}, "Paddy Club"});

    const std::vector<RatedPlayer> rated = {{players.front(), profile.ratings},
                                            {players.back(), {}}};

    EXPECT_TRUE(matches_example("answers/players", encode_player_page(players, {})));
    EXPECT_TRUE(matches_example("answers/named_players", encode_rated_players(rated)));
    EXPECT_TRUE(matches_example("answers/profile", encode_profile(profile)));
}

TEST(ContractPeople, MeetInClubs) {
    ClubView club;
    club.id = ClubId{2};
    club.name = "Paddy Club";
    club.about = "Thursdays at eight.";
    club.needs_approval = true;
    club.members = 2;
    club.created_at = noon;
    const std::vector<ClubView> listed = {club};
    club.role = "organiser";
    club.organisers = {"anna"};
    const std::vector<ClubMemberView> members = {{"anna", "organiser", noon},
                                                 {"ben", "member", end_of_game}};

    EXPECT_TRUE(matches_example("answers/club", encode_club(club)));
    EXPECT_TRUE(matches_example("answers/clubs", encode_club_page(listed, {})));
    EXPECT_TRUE(matches_example("answers/club-members", encode_club_members(members, {})));
}

TEST(ContractPeople, FindTheBotsOfTheHouse) {
    const std::vector<BotView> bots = {{"bot:1", 1, true, true}, {"bot:2", 2, true, true}};

    EXPECT_TRUE(matches_example("answers/bots", encode_bots(bots)));
}

TEST(ContractPeople, HaveRatings) {
    const RatingsPage page = ratings_after_one_game(end_of_game);

    EXPECT_TRUE(matches_example("answers/ratings", encode_ratings(page)));
}

TEST(ContractPeople, StandInAnOrder) {
    StandingsPage page;
    page.setup = "9x9";
    page.method = "glicko-2";
    page.lines.push_back(
        {1, "anna", {"9x9", "glicko-2", 1803.4, 74.9, false, 61, 44, end_of_game}});

    EXPECT_TRUE(matches_example("answers/standings", encode_standings(page)));
}

TEST(ContractPeople, MeetAgain) {
    EncountersPage page;
    page.player = "anna";
    page.opponent = "ben";
    page.setups = {{"9x9", {2, 1, 1}}};
    page.games = {{GameId{42}, "9x9", end_of_game, 1, 2},
                  {GameId{37}, "9x9", people_at("2026-02-27T20:15:30.125Z"), 2, 1}};

    EXPECT_TRUE(matches_example("answers/encounters", encode_encounters(page)));
}

TEST(ContractPeople, WinMoreOftenInTheFirstSeat) {
    const BalanceView played{100, 6140, {{69, 131}, {31, 169}}};
    const BalanceView none{0, 0, {{0, 0}, {0, 0}}};
    const BalanceView strongest{100, 6026, {{54, 146}, {46, 154}}};

    EXPECT_TRUE(
        matches_example("answers/statistics",
                        encode_statistics({"9x9", played, played, none, none, strongest, 10})));
}

TEST(ContractPeople, TalkBesideAGame) {
    const ChatLine luck{ChatMessageId{811}, ChatRoom::players, "anna", "Good luck!",
                        people_at("2026-03-01T12:02:00.000Z")};
    const ChatLine thanks{ChatMessageId{812}, ChatRoom::players, "ben", "Thanks, you too.",
                          people_at("2026-03-01T12:03:00.000Z")};
    ChatLine deleted = luck;
    deleted.text.reset();

    EXPECT_TRUE(matches_example("answers/chat-message", encode_chat_line(luck)));
    EXPECT_TRUE(matches_example("answers/chat",
                                encode_chat_page(std::vector{thanks, deleted}, std::nullopt)));
    EXPECT_TRUE(matches_example("messages/chat-said", encode_chat_push(GameId{42}, luck)));
    EXPECT_TRUE(matches_example("messages/chat-deleted", encode_chat_push(GameId{42}, deleted)));
}

TEST(ContractPeople, ReportMuteAndNote) {
    EXPECT_TRUE(
        matches_example("answers/report-receipt",
                        encode_report_receipt({ReportId{7}, ChatMessageId{811}, "They insult me.",
                                               people_at("2026-03-01T12:04:00.000Z")})));
    EXPECT_TRUE(matches_example(
        "answers/mutes",
        encode_mutes(std::vector{MutedPlayer{"ben", people_at("2026-03-01T12:06:00.000Z")}})));
    EXPECT_TRUE(
        matches_example("answers/note", encode_note(GameId{42}, "White hurries on the left.",
                                                    people_at("2026-03-01T12:05:00.000Z"))));
}

TEST(ContractPeople, KeepStudies) {
    const auto put = decode_put_study(example("requests/put-study"));
    ASSERT_TRUE(put);
    EXPECT_TRUE(
        matches_example("answers/study", encode_study(GameId{42}, put->seq + 1, put->branches,
                                                      people_at("2026-03-01T12:05:00.000Z"))));
}

TEST(ContractPeople, HaveWebhooks) {
    WebhookView webhook;
    webhook.id = WebhookId{3};
    webhook.url = "https://example.org/tanbo";
    webhook.created_at = noon;
    WebhookView turns = webhook;
    turns.kinds = "your-turn";
    DeliveryView delivery;
    delivery.id = "msg_Q0sYdR2hTgLbE9aFwXoQiN6u";
    delivery.kind = "your-turn";
    delivery.state = "delivered";
    delivery.created_at = people_at("2026-03-01T12:03:20.250Z");
    delivery.attempts = 1;
    delivery.attempted_at = people_at("2026-03-01T12:03:20.310Z");
    delivery.status = 204;

    EXPECT_TRUE(matches_example("answers/webhook", encode_webhook(turns)));
    EXPECT_TRUE(matches_example(
        "answers/new-webhook",
        encode_webhook(turns, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1T7Qv8AD9lY=")));
    EXPECT_TRUE(matches_example("answers/webhooks", encode_webhooks({&webhook, 1})));
    EXPECT_TRUE(matches_example("answers/deliveries", encode_deliveries({&delivery, 1})));
}

TEST(ContractPeople, HaveBrowsersThatArePushed) {
    const std::string key =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const PushView push{"https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
                        "your-turn,deadline-warning", "en", noon};

    EXPECT_TRUE(matches_example("answers/push", encode_push(key, push)));
    EXPECT_TRUE(matches_example("answers/push-none", encode_push(key, std::nullopt)));
}

TEST(ContractPeople, HaveSecretAddresses) {
    EXPECT_TRUE(
        matches_example("answers/calendar-address",
                        encode_address("https://tanbo.example.org/api/v1/calendars/"
                                       "7-3vWn8c0jUq4mZp1xK7sYdR2hTgLbE9aFwXoQiN6uCtM.ics")));
    EXPECT_TRUE(
        matches_example("answers/feed-address",
                        encode_address("https://tanbo.example.org/api/v1/games/42/feed.atom")));
}

// --- moderators and administrators ---

AuditView entry(const char* act) {
    AuditView view;
    view.id = AuditId{12};
    view.at = noon;
    view.by = "anna";
    view.act = act;
    view.reason = "They were warned.";
    view.details = "{}";
    return view;
}

// Of an account.
AuditView of_ben(const char* act, const AuditDetails& details = {}) {
    AuditView view = entry(act);
    view.account = "ben";
    view.details = encode_audit_details(details);
    return view;
}

// Of a game.
AuditView of_game(const char* act, const AuditDetails& details = {}) {
    AuditView view = entry(act);
    view.game = GameId{42};
    view.details = encode_audit_details(details);
    return view;
}

TEST(ContractPeople, AreSuspendedAndMutedByAnEntry) {
    AuditDetails until_april;
    until_april.until.emplace(people_at("2026-04-01T00:00:00.000Z"));
    AuditDetails for_good;
    for_good.until.emplace();
    AuditDetails promoted;
    promoted.role.emplace("player", "moderator");

    EXPECT_TRUE(
        matches_example("answers/admin-suspend", encode_audit(of_ben("suspend", until_april))));
    EXPECT_TRUE(matches_example("answers/admin-unsuspend", encode_audit(of_ben("unsuspend"))));
    EXPECT_TRUE(matches_example("answers/admin-mute", encode_audit(of_ben("mute", for_good))));
    EXPECT_TRUE(matches_example("answers/admin-unmute", encode_audit(of_ben("unmute"))));
    EXPECT_TRUE(matches_example("answers/admin-set-role", encode_audit(of_ben("role", promoted))));
}

TEST(ContractPeople, HaveTheirGamesDecidedByAnEntry) {
    AuditDetails white;
    white.seat = engine::Seat::white;
    AuditView removal = of_game("remove", white);
    removal.account = "ben";
    AuditDetails black_wins;
    black_wins.verdict = Verdict{engine::Seat::black, {}};

    EXPECT_TRUE(matches_example("answers/admin-remove-player", encode_audit(removal)));
    EXPECT_TRUE(matches_example("answers/admin-adjudicate",
                                encode_audit(of_game("adjudicate", black_wins))));
    EXPECT_TRUE(matches_example("answers/admin-abort-game", encode_audit(of_game("abort"))));
    EXPECT_TRUE(matches_example("answers/admin-void-rating", encode_audit(of_game("void-rating"))));
}

TEST(ContractPeople, AreJudgedByWhatTheySaid) {
    AuditView deletion = of_game("delete-message");
    deletion.account = "ben";
    deletion.message = ChatMessageId{811};
    AuditDetails upheld;
    upheld.report = ReportId{7};
    upheld.resolution = ReportState::upheld;
    AuditView resolution = of_game("resolve-report", upheld);
    resolution.account = "ben";
    resolution.message = ChatMessageId{811};
    ReportView report;
    report.id = ReportId{7};
    report.game = GameId{42};
    report.message = {ChatMessageId{811}, ChatRoom::players, "ben", std::nullopt,
                      people_at("2026-03-01T12:02:00.000Z")};
    report.text = "You fool.";
    report.reporter = "anna";
    report.reason = "They insult me.";
    report.at = people_at("2026-03-01T12:04:00.000Z");

    EXPECT_TRUE(matches_example("answers/admin-delete-message", encode_audit(deletion)));
    EXPECT_TRUE(matches_example("answers/admin-resolve-report", encode_audit(resolution)));
    EXPECT_TRUE(matches_example("answers/admin-reports", encode_reports_page({&report, 1}, {})));
}

TEST(ContractPeople, AreInTheLogOfActs) {
    AuditDetails promoted;
    promoted.role.emplace("player", "admin");
    AuditView by_shell = entry("role");
    by_shell.by.reset();
    by_shell.account = "anna";
    by_shell.reason = "by the operator";
    by_shell.details = encode_audit_details(promoted);
    const AdminAccountView ben{"ben",
                               "member",
                               "player",
                               people_at("2026-01-01T12:00:00.000Z"),
                               {},
                               true,
                               people_at("2026-04-01T00:00:00.000Z")};

    EXPECT_TRUE(matches_example("answers/admin-audit", encode_audit_page({&by_shell, 1}, {})));
    EXPECT_TRUE(matches_example("answers/admin-account", encode_admin_account(ben)));
}

// --- the site's own settings ---

TEST(ContractPeople, ReadAndChangeTheSitesSettings) {
    const auto request = decode_site_request(example("requests/admin-put-site"));
    ASSERT_TRUE(request);
    EXPECT_EQ(request->seq, 2);
    EXPECT_EQ(request->reason, "The club has a name.");
    EXPECT_TRUE(matches_example("answers/site", encode_site({3, request->texts})));

    AuditDetails details;
    details.changed = {"name", "guests"};
    AuditView saved = entry("site");
    saved.reason = "The club has a name.";
    saved.details = encode_audit_details(details);
    EXPECT_TRUE(matches_example("answers/admin-put-site", encode_audit(saved)));
}

}  // namespace
}  // namespace tanbo::protocol

#include "protocol/tournaments/events.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/words.hpp"
#include "protocol/tournaments/settings_json.hpp"

namespace tanbo::protocol {

namespace {

constexpr std::array<std::string_view, 5> cause_words = {"themselves", "forfeits", "entry-bounds",
                                                         "suspended", "deleted"};
constexpr std::array<std::string_view, 3> resting_words = {"bye", "half-bye", "absent"};
constexpr std::array<std::string_view, 8> decided_words = {
    "game", "forfeit", "adjudicated", "annulled", "removed", "declined", "unanswered", "cancelled"};
constexpr std::array<std::string_view, 4> end_words = {"completed", "no-pairing", "too-few-players",
                                                       "cancelled"};
constexpr JsonCaps log_caps{std::size_t{4} * 1024 * 1024, 8, 1'000'000};
constexpr std::int64_t tables_max = 10'000;
constexpr std::size_t text_bytes_max = 4096;
constexpr std::size_t table_players_max = 4;

// Points as players read them: 1, 0.5.
void write_points(JsonWriter& out, int halves) {
    if (halves % 2 == 0) {
        out.number(halves / 2);
    } else {
        out.decimal(halves / 2.0, 1);
    }
}

// Writes the data of events: for the log without names, for players with them.
class Writer {
public:
    explicit Writer(JsonWriter& out, const PlayerNames* names = nullptr)
        : out_(out), names_(names) {}

    void operator()(const TournamentCreated& created) const {
        account("by", created.by);
        if (names_ != nullptr) return;
        write_settings(out_.key("settings"), created.settings);
        out_.key("commitment").word(created.commitment);
    }
    void operator()(const TournamentChanged& changed) const {
        account("by", changed.by);
        if (names_ == nullptr) write_settings(out_.key("settings"), changed.settings);
    }
    void operator()(const OrganiserChanged& changed) const {
        account("player", changed.account);
        account("by", changed.by);
    }
    void operator()(const PlayerEntered& entered) const {
        account("player", entered.account);
        out_.key("rating").number_or_null(entered.rating);
        if (names_ == nullptr) out_.key("bot").boolean(entered.is_bot);
        out_.key("first_round").number(entered.first_round);
        if (names_ != nullptr || entered.clubs.empty()) return;
        out_.key("clubs").begin_array();
        for (const ClubId club : entered.clubs) out_.id(club);
        out_.end_array();
    }
    void operator()(const PlayerWithdrawn& withdrawn) const {
        account("player", withdrawn.account);
        out_.key("why").word(withdrawal_cause_name(withdrawn.cause));
        out_.key("games").word(withdrawn.leaves_games ? "leave" : "finish");
    }
    void operator()(const RestChosen& rest) const {
        account("player", rest.account);
        out_.key("round").number_or_null(rest.round);
    }
    void operator()(const PauseChosen& pause) const { account("player", pause.account); }
    void operator()(const StartExtended& extended) const {
        write_instant(out_.key("starts_at"), extended.starts_at);
    }
    void operator()(const TournamentStarted& started) const {
        out_.key("players").begin_array();
        for (const AccountId player : started.players) account(player);
        out_.end_array().key("rounds").number(started.rounds);
        out_.key("first_drawn").boolean(started.is_first_drawn);
    }
    void operator()(const RoundPaired& paired) const {
        tables(paired.tables, out_.key("round").number(paired.round));
        out_.key("resting").begin_array();
        for (const auto& [player, kind] : paired.resting) {
            number(out_.begin_object().key("player"), player);
            out_.key("kind").word(resting_name(kind)).end_object();
        }
        out_.end_array();
    }
    void operator()(const TableStarted& started) const {
        key(started.at);
        out_.key("game").id(started.game);
    }
    void operator()(const GameCounted& counted) const {
        key(counted.at);
        out_.key("game").id(counted.game);
        points(counted.halves, false);
        out_.key("decided").word(decided_name(counted.decided));
        organiser(counted.by, counted.reason);
    }
    void operator()(const TableDecided& decided) const {
        key(decided.at);
        out_.key("game").id_or_null(decided.game);
        const bool is_pod = decided.units.size() > 2 || !decided.places.empty();
        points(decided.units, is_pod);
        if (is_pod) places(decided.places);
        out_.key("decided").word(decided_name(decided.decided));
        out_.key("forfeits").begin_array();
        for (const bool is_lost : decided.lost_by_forfeit) out_.boolean(is_lost);
        out_.end_array();
        organiser(decided.by, decided.reason);
    }
    void operator()(const PlayerForfeited& forfeited) const {
        key(forfeited.at);
        number(out_.key("game").id(forfeited.game).key("player"), forfeited.player);
        organiser(forfeited.by, forfeited.reason);
    }
    void operator()(const TableAnnulled& annulled) const {
        key(annulled.at);
        out_.key("game").id(annulled.game).key("replay").boolean(annulled.replays);
        organiser(annulled.by, annulled.reason);
    }
    void operator()(const RoundEnded& ended) const {
        out_.key("round").number(ended.round);
        write_instant(out_.key("next_round_at"), ended.next_at);
    }
    void operator()(const SeasonBegun& begun) const {
        out_.key("season").number(begun.season).key("divisions").begin_array();
        for (const auto& division : begun.divisions) {
            out_.begin_array();
            for (const int player : division) number(out_, player);
            out_.end_array();
        }
        out_.end_array();
    }
    void operator()(const FinalSeeded& seeded) const {
        out_.key("players").begin_array();
        for (const int player : seeded.players) number(out_, player);
        out_.end_array();
    }
    void operator()(const PlayersMatched& matched) const { tables(matched.tables, out_); }
    void operator()(const ChallengeMade& made) const {
        number(out_.key("challenge").number(made.challenge).key("challenger"), made.challenger);
        number(out_.key("challenged"), made.challenged);
        write_instant(out_.key("answer_by"), made.answer_by);
    }
    void operator()(const ChallengeAccepted& accepted) const {
        out_.key("challenge").number(accepted.challenge);
    }
    void operator()(const ChallengeDelayed& delayed) const {
        out_.key("challenge").number(delayed.challenge);
        write_instant(out_.key("answer_by"), delayed.answer_by);
    }
    void operator()(const TournamentFinished& finished) const {
        out_.key("end_reason").word(tournament_end_name(finished.end));
        out_.key("reason").text_or_null(finished.reason);
        out_.key("secret").word(finished.secret);
        if (finished.by) account("by", *finished.by);
    }

private:
    void account(AccountId account) const {
        if (names_ == nullptr) {
            out_.id(account);
        } else {
            out_.text(names_->handle(account));
        }
    }
    void account(std::string_view name, AccountId one) const {
        out_.key(name);
        account(one);
    }
    void number(JsonWriter& out, int player) const {
        if (names_ == nullptr) {
            out.number(player);
        } else {
            out.text(names_->handle_of_number(player));
        }
    }
    void seat(int player) const {
        if (player == empty_seat && names_ != nullptr) {
            out_.null();
        } else {
            number(out_, player);
        }
    }
    void tables(const std::vector<std::vector<int>>& all, JsonWriter& out) const {
        out.key("tables").begin_array();
        for (const auto& table : all) {
            out.begin_array();
            for (const int player : table) seat(player);
            out.end_array();
        }
        out.end_array();
    }
    void points(const std::vector<int>& all, bool are_units) const {
        const std::string_view stored = are_units ? "units" : "halves";
        out_.key(names_ == nullptr ? stored : "points").begin_array();
        for (const int one : all) {
            if (names_ == nullptr || are_units) {
                out_.number(one);
            } else {
                write_points(out_, one);
            }
        }
        out_.end_array();
    }
    void places(const std::vector<int>& places) const {
        out_.key("places").begin_array();
        for (const int place : places) out_.number(place);
        out_.end_array();
    }
    void key(const TableKey& at) const {
        out_.key("round").number(at.round).key("table").number(at.table);
        out_.key("number").number(at.number);
    }
    void organiser(const std::optional<AccountId>& by, const std::string& reason) const {
        if (!by) return;
        account("by", *by);
        out_.key("reason").text(reason);
    }

    JsonWriter& out_;
    const PlayerNames* names_;
};

// --- reading what was stored ---

template <class Value, std::size_t Count>
Value read_word(const JsonReader& in, const std::array<std::string_view, Count>& words) {
    const auto parse = [&words](std::string_view word) -> std::optional<Value> {
        const auto found = std::ranges::find(words, word);
        if (found == words.end()) return std::nullopt;
        return static_cast<Value>(found - words.begin());
    };
    return in.word(parse, choice_of(words));
}

int read_number(const JsonReader& in, std::int64_t most = tables_max) {
    return static_cast<int>(in.integer(0, most));
}

std::optional<int> read_optional_number(const JsonReader& in, std::string_view key) {
    const auto value = in.nullable_field(key);
    if (!value) return std::nullopt;
    return read_number(*value);
}

std::optional<AccountId> read_by(const JsonReader& in) {
    if (!in.has("by")) return std::nullopt;
    return in.field("by").id<AccountId>();
}

std::string read_reason(const JsonReader& in) {
    if (!in.has("reason")) return {};
    return std::string(in.field("reason").text(0, text_bytes_max));
}

TableKey read_key(const JsonReader& in) {
    return {read_number(in.field("round")), read_number(in.field("table")),
            read_number(in.field("number"))};
}

TournamentCreated read_created(const JsonReader& in) {
    return {in.field("by").id<AccountId>(), read_stored_settings(in.field("settings")),
            std::string(in.field("commitment").text(1, text_bytes_max))};
}

OrganiserChanged read_organiser(const JsonReader& in, bool is_added) {
    return {in.field("player").id<AccountId>(), in.field("by").id<AccountId>(), is_added};
}

PlayerEntered read_entered(const JsonReader& in) {
    PlayerEntered entered{in.field("player").id<AccountId>(), read_optional_number(in, "rating"),
                          in.field("bot").boolean(), read_number(in.field("first_round"))};
    if (!in.has("clubs")) return entered;
    const JsonReader clubs = in.field("clubs");
    entered.clubs.resize(clubs.elements(1, entered_clubs_max));
    for (std::size_t i = 0; i < entered.clubs.size() && in.is_sound(); ++i) {
        entered.clubs[i] = clubs.element(i).id<ClubId>();
    }
    return entered;
}

PlayerWithdrawn read_withdrawn(const JsonReader& in) {
    return {in.field("player").id<AccountId>(),
            read_word<WithdrawalCause>(in.field("why"), cause_words),
            in.field("games").text(1, word_bytes_max) == "leave"};
}

TournamentStarted read_started(const JsonReader& in) {
    TournamentStarted started;
    const JsonReader players = in.field("players");
    started.players.resize(players.elements(0, tournament_players_max));
    for (std::size_t i = 0; i < started.players.size() && in.is_sound(); ++i) {
        started.players[i] = players.element(i).id<AccountId>();
    }
    started.rounds = read_number(in.field("rounds"));
    started.is_first_drawn = in.field("first_drawn").boolean();
    return started;
}

// Numbers, at least and at most so many.
std::vector<int> read_numbers(const JsonReader& in, std::size_t least, std::size_t most) {
    std::vector<int> numbers(in.elements(least, most));
    for (std::size_t i = 0; i < numbers.size() && in.is_sound(); ++i) {
        numbers[i] = read_number(in.element(i));
    }
    return numbers;
}

// Tables of so many players at most.
std::vector<std::vector<int>> read_tables(const JsonReader& in, std::size_t most) {
    std::vector<std::vector<int>> tables(in.elements(0, tournament_players_max));
    for (std::size_t i = 0; i < tables.size() && in.is_sound(); ++i) {
        tables[i] = read_numbers(in.element(i), 2, most);
    }
    return tables;
}

RoundPaired read_paired(const JsonReader& in) {
    RoundPaired paired;
    paired.round = read_number(in.field("round"));
    paired.tables = read_tables(in.field("tables"), table_players_max);
    const JsonReader resting = in.field("resting");
    paired.resting.resize(resting.elements(0, tournament_players_max));
    for (std::size_t i = 0; i < paired.resting.size() && in.is_sound(); ++i) {
        const JsonReader one = resting.element(i);
        paired.resting[i] = {read_number(one.field("player")),
                             read_word<Resting>(one.field("kind"), resting_words)};
    }
    return paired;
}

GameCounted read_counted(const JsonReader& in) {
    return {read_key(in),
            in.field("game").id<GameId>(),
            read_numbers(in.field("halves"), 2, table_players_max),
            read_word<Decided>(in.field("decided"), decided_words),
            read_by(in),
            read_reason(in)};
}

TableDecided read_decided(const JsonReader& in) {
    TableDecided decided;
    decided.at = read_key(in);
    if (const auto game = in.nullable_field("game")) decided.game = game->id<GameId>();
    const bool is_pod = in.has("units");
    decided.units = read_numbers(in.field(is_pod ? "units" : "halves"), 2, table_players_max);
    if (is_pod) decided.places = read_numbers(in.field("places"), 0, table_players_max);
    const JsonReader forfeits = in.field("forfeits");
    decided.lost_by_forfeit.resize(forfeits.elements(decided.units.size(), decided.units.size()));
    for (std::size_t i = 0; i < decided.lost_by_forfeit.size() && in.is_sound(); ++i) {
        decided.lost_by_forfeit[i] = forfeits.element(i).boolean();
    }
    decided.decided = read_word<Decided>(in.field("decided"), decided_words);
    decided.by = read_by(in);
    decided.reason = read_reason(in);
    return decided;
}

PlayerForfeited read_forfeited(const JsonReader& in) {
    return {read_key(in), in.field("game").id<GameId>(), read_number(in.field("player")),
            in.field("by").id<AccountId>(), read_reason(in)};
}

TableAnnulled read_annulled(const JsonReader& in) {
    return {read_key(in), in.field("game").id<GameId>(), in.field("replay").boolean(), read_by(in),
            read_reason(in)};
}

RoundEnded read_ended(const JsonReader& in) {
    RoundEnded ended{read_number(in.field("round")), {}};
    if (const auto at = in.nullable_field("next_round_at")) ended.next_at = read_instant(*at);
    return ended;
}

SeasonBegun read_season(const JsonReader& in) {
    SeasonBegun begun;
    begun.season = read_number(in.field("season"));
    const JsonReader divisions = in.field("divisions");
    begun.divisions.resize(divisions.elements(1, league_players_max));
    for (std::size_t i = 0; i < begun.divisions.size() && in.is_sound(); ++i) {
        begun.divisions[i] = read_numbers(divisions.element(i), 2, league_players_max);
    }
    return begun;
}

ChallengeMade read_challenged(const JsonReader& in) {
    return {read_number(in.field("challenge")), read_number(in.field("challenger")),
            read_number(in.field("challenged")), read_instant(in.field("answer_by"))};
}

TournamentFinished read_finished(const JsonReader& in) {
    TournamentFinished finished;
    finished.end = read_word<TournamentEnd>(in.field("end_reason"), end_words);
    finished.secret = std::string(in.field("secret").text(1, text_bytes_max));
    finished.by = read_by(in);
    if (const auto reason = in.nullable_field("reason")) {
        finished.reason = std::string(reason->text(0, text_bytes_max));
    }
    return finished;
}

TournamentEventData read_data(std::string_view type, const JsonReader& in) {
    if (type == "created") return read_created(in);
    if (type == "changed") {
        return TournamentChanged{in.field("by").id<AccountId>(),
                                 read_stored_settings(in.field("settings"))};
    }
    if (type == "organiser-added" || type == "organiser-removed") {
        return read_organiser(in, type == "organiser-added");
    }
    if (type == "entered") return read_entered(in);
    if (type == "withdrawn") return read_withdrawn(in);
    if (type == "rest") {
        return RestChosen{in.field("player").id<AccountId>(), read_optional_number(in, "round")};
    }
    if (type == "paused" || type == "resumed") {
        return PauseChosen{in.field("player").id<AccountId>(), type == "paused"};
    }
    if (type == "extended") return StartExtended{read_instant(in.field("starts_at"))};
    if (type == "started") return read_started(in);
    if (type == "paired") return read_paired(in);
    if (type == "game") return TableStarted{read_key(in), in.field("game").id<GameId>()};
    if (type == "counted") return read_counted(in);
    if (type == "result") return read_decided(in);
    if (type == "forfeit") return read_forfeited(in);
    if (type == "annulled") return read_annulled(in);
    if (type == "round-ended") return read_ended(in);
    if (type == "season") return read_season(in);
    if (type == "final") {
        return FinalSeeded{read_numbers(in.field("players"), 2, tournament_players_max)};
    }
    if (type == "matched") return PlayersMatched{read_tables(in.field("tables"), 2)};
    if (type == "challenged") return read_challenged(in);
    if (type == "challenge-accepted") return ChallengeAccepted{read_number(in.field("challenge"))};
    if (type == "challenge-delayed") {
        return ChallengeDelayed{read_number(in.field("challenge")),
                                read_instant(in.field("answer_by"))};
    }
    if (type != "finished") in.refuse("has an unknown type");
    return read_finished(in);
}

void write_event(JsonWriter& out, TournamentId tournament, const TournamentEvent& event,
                 const PlayerNames& names) {
    out.begin_object().key("topic").word("tournament:" + to_string(tournament));
    out.key("seq").number(event.seq).key("type").word(event_type(event.data));
    out.key("at").word(format_instant(event.at)).key("data").begin_object();
    std::visit(Writer(out, &names), event.data);
    out.end_object().end_object();
}

}  // namespace

std::string_view withdrawal_cause_name(WithdrawalCause cause) {
    return cause_words.at(static_cast<std::size_t>(cause));
}

std::string_view resting_name(Resting kind) {
    return resting_words.at(static_cast<std::size_t>(kind));
}

std::string_view decided_name(Decided decided) {
    return decided_words.at(static_cast<std::size_t>(decided));
}

std::string_view tournament_end_name(TournamentEnd end) {
    return end_words.at(static_cast<std::size_t>(end));
}

std::string points_text(int units, int units_a_point) {
    const int hundredths = (100 * units + units_a_point / 2) / units_a_point;
    std::string text = std::to_string(hundredths / 100);
    if (hundredths % 100 == 0) return text;
    text += '.' + std::to_string(hundredths / 10 % 10);
    if (hundredths % 10 != 0) text += std::to_string(hundredths % 10);
    return text;
}

std::string_view event_type(const TournamentEventData& data) {
    struct Type {
        std::string_view operator()(const TournamentCreated&) const { return "created"; }
        std::string_view operator()(const TournamentChanged&) const { return "changed"; }
        std::string_view operator()(const OrganiserChanged& changed) const {
            return changed.is_added ? "organiser-added" : "organiser-removed";
        }
        std::string_view operator()(const PlayerEntered&) const { return "entered"; }
        std::string_view operator()(const PlayerWithdrawn&) const { return "withdrawn"; }
        std::string_view operator()(const RestChosen&) const { return "rest"; }
        std::string_view operator()(const PauseChosen& pause) const {
            return pause.is_paused ? "paused" : "resumed";
        }
        std::string_view operator()(const StartExtended&) const { return "extended"; }
        std::string_view operator()(const TournamentStarted&) const { return "started"; }
        std::string_view operator()(const RoundPaired&) const { return "paired"; }
        std::string_view operator()(const TableStarted&) const { return "game"; }
        std::string_view operator()(const GameCounted&) const { return "counted"; }
        std::string_view operator()(const TableDecided&) const { return "result"; }
        std::string_view operator()(const PlayerForfeited&) const { return "forfeit"; }
        std::string_view operator()(const TableAnnulled&) const { return "annulled"; }
        std::string_view operator()(const RoundEnded&) const { return "round-ended"; }
        std::string_view operator()(const SeasonBegun&) const { return "season"; }
        std::string_view operator()(const FinalSeeded&) const { return "final"; }
        std::string_view operator()(const PlayersMatched&) const { return "matched"; }
        std::string_view operator()(const ChallengeMade&) const { return "challenged"; }
        std::string_view operator()(const ChallengeAccepted&) const { return "challenge-accepted"; }
        std::string_view operator()(const ChallengeDelayed&) const { return "challenge-delayed"; }
        std::string_view operator()(const TournamentFinished&) const { return "finished"; }
    };
    return std::visit(Type(), data);
}

std::string encode_stored(const TournamentEventData& data) {
    JsonWriter out;
    out.begin_object();
    std::visit(Writer(out), data);
    out.end_object();
    return out.take();
}

Result<TournamentEventData> decode_stored_event(std::string_view type, std::string_view data) {
    return decode_with<TournamentEventData>(
        data, log_caps, FirstFault(Code::invalid_record),
        [type](const JsonReader& in) { return read_data(type, in); });
}

std::string encode_tournament_event(TournamentId tournament, const TournamentEvent& event,
                                    const PlayerNames& names) {
    JsonWriter out;
    write_event(out, tournament, event, names);
    return out.take();
}

std::string encode_tournament_events(TournamentId tournament, std::int64_t seq,
                                     const std::vector<TournamentEvent>& events,
                                     const PlayerNames& names) {
    JsonWriter out(4096);
    out.begin_object().key("tournament").id(tournament).key("seq").number(seq);
    out.key("events").begin_array();
    for (const TournamentEvent& event : events) write_event(out, tournament, event, names);
    out.end_array().end_object();
    return out.take();
}

}  // namespace tanbo::protocol

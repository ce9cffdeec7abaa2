#include "server/notify/channels/push/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/seat.hpp"
#include "protocol/json/utf8.hpp"

namespace tanbo::notify {

namespace {

using protocol::NoticeKind;
using protocol::PushLanguage;

// By language.
using Said = std::array<std::string_view, 2>;

struct Title {
    NoticeKind kind;
    Said said;
};
constexpr std::array titles = {
    Title{NoticeKind::your_turn, {"Your turn", "Am Zug"}},
    Title{NoticeKind::deadline_warning, {"Deadline near", "Frist läuft bald ab"}},
    Title{NoticeKind::challenge, {"New challenge", "Neue Herausforderung"}},
    Title{NoticeKind::tournament_round, {"Next round", "Nächste Runde"}},
    Title{NoticeKind::ladder_challenge, {"Ladder challenge", "Herausforderung in der Rangliste"}},
    Title{NoticeKind::league_season, {"League season", "Ligasaison"}},
    Title{NoticeKind::tournament_finished, {"Tournament over", "Turnier beendet"}},
    Title{NoticeKind::invited, {"Invitation to a game", "Einladung zu einer Partie"}},
    Title{NoticeKind::chat_mention, {"New message", "Neue Nachricht"}},
};

class Writer {
public:
    Writer(NoticeKind kind, std::optional<protocol::GameId> game,
           const protocol::NoticeFacts& facts, PushLanguage language)
        : kind_(kind), game_(game), facts_(facts), language_(language) {}

    std::string title() const {
        const auto found = std::ranges::find(titles, kind_, &Title::kind);
        return found == titles.end() ? "Tanbo" : in(found->said);
    }

    std::string body() const {
        if (kind_ == NoticeKind::deadline_warning) return game() + time_left();
        if (kind_ == NoticeKind::challenge) return facts_.creator + setup();
        if (kind_ == NoticeKind::chat_mention) return facts_.author + ": " + quoted();
        if (!facts_.name.empty()) return facts_.name + opponents();
        return game() + setup() + others();
    }

private:
    std::string in(const Said& said) const {
        return std::string(said.at(static_cast<std::size_t>(language_)));
    }

    std::string game() const {
        if (!game_) return {};
        return in({"Game ", "Partie "}) + to_string(*game_);
    }

    std::string setup() const { return facts_.setup.empty() ? "" : " · " + facts_.setup; }

    // Whom they play with.
    std::string others() const {
        const int own = facts_.seat ? engine::index_of(*facts_.seat) : -1;
        std::string names;
        for (std::size_t i = 0; i < facts_.handles.size(); ++i) {
            if (static_cast<int>(i) == own || facts_.handles[i].empty()) continue;
            names += (names.empty() ? "" : ", ") + facts_.handles[i];
        }
        return names.empty() ? names : " · " + names;
    }

    // Of the round of a tournament.
    std::string opponents() const {
        std::string names;
        for (const std::string& opponent : facts_.opponents) names += " · " + opponent;
        return names;
    }

    std::string time_left() const {
        if (!facts_.remaining) return {};
        const auto minutes = std::chrono::ceil<std::chrono::minutes>(*facts_.remaining).count();
        constexpr std::int64_t minutes_an_hour = 60;
        const bool is_long = minutes >= 2 * minutes_an_hour;
        const std::string number = std::to_string(is_long ? minutes / minutes_an_hour : minutes);
        return " · " + number +
               (is_long ? in({" h left", " Std. übrig"}) : in({" min left", " Min. übrig"}));
    }

    std::string quoted() const {
        const std::string_view shown = protocol::utf8_prefix(facts_.said, push_quote_bytes_max);
        return std::string(shown) + (shown.size() < facts_.said.size() ? "…" : "");
    }

    NoticeKind kind_;
    std::optional<protocol::GameId> game_;
    const protocol::NoticeFacts& facts_;
    PushLanguage language_;
};

}  // namespace

std::string push_tag(NoticeKind kind, std::optional<protocol::GameId> game,
                     const protocol::NoticeFacts& facts) {
    if (game) return "game-" + to_string(*game);
    if (facts.tournament) return "tournament-" + to_string(*facts.tournament);
    if (facts.challenge) return "challenge-" + to_string(*facts.challenge);
    return std::string(protocol::notice_kind_name(kind));
}

protocol::PushText push_text(NoticeKind kind, std::optional<protocol::GameId> game,
                             const protocol::NoticeFacts& facts, PushLanguage language) {
    const Writer writer(kind, game, facts, language);
    protocol::PushText text;
    text.title = writer.title();
    text.body = writer.body();
    text.url = "/challenges";
    if (game) {
        text.url = "/games/" + to_string(*game);
    } else if (facts.tournament) {
        text.url = "/tournaments/" + to_string(*facts.tournament);
    } else if (facts.challenge) {
        text.url += "/" + to_string(*facts.challenge);
    } else if (kind == NoticeKind::chat_mention) {
        text.url = "/";
    }
    text.tag = push_tag(kind, game, facts);
    text.language = language;
    return text;
}

}  // namespace tanbo::notify

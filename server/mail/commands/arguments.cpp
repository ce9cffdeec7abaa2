#include "server/mail/commands/arguments.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/opening.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/handles.hpp"
#include "protocol/json/names.hpp"
#include "protocol/json/words.hpp"
#include "protocol/people/challenges.hpp"
#include "server/mail/commands/verbs.hpp"
#include "server/mail/text/manual.hpp"

namespace tanbo::mail::commands {

namespace {

using Arguments = MailArguments;
using Answer = protocol::Result<MailCommand>;

std::string_view without_mark(std::string_view word) {
    return word.starts_with('#') ? word.substr(1) : word;
}

// The word, cut to a maximum.
std::string short_word(std::string_view word) {
    return std::string(word.substr(0, protocol::point_text_bytes_max));
}

// --- verbs that take nothing or a game ---

template <class Command>
Answer read_bare(std::string_view verb, Arguments& in) {
    if (!in.is_empty()) return misused(verb);
    return MailCommand(Command{});
}

template <class Command>
Answer read_game(std::string_view verb, Arguments& in) {
    const auto game = in.take_game();
    if (!game || game->ply || !in.is_empty()) return misused(verb);
    return MailCommand(Command{game->number});
}

template <class Command>
Answer read_tournament(std::string_view verb, Arguments& in) {
    const auto number =
        in.size() == 1 ? protocol::whole_number(without_mark(in.next())) : std::nullopt;
    if (!number) return misused(verb);
    return MailCommand(Command{protocol::TournamentId{*number}});
}

// --- verbs that take a name ---

Answer read_help(std::string_view verb, Arguments& in) {
    if (in.is_empty()) return MailCommand(MailHelp{});
    const VerbMatch about = find_verb(in.next());
    if (about.verb.empty() || !in.is_empty()) return misused(verb, "This command does not exist.");
    return MailCommand(MailHelp{std::string(about.verb)});
}

template <class Command>
Answer read_setup(std::string_view verb, Arguments& in) {
    if (in.is_empty()) return MailCommand(Command{});
    const std::string setup = protocol::lower(in.next());
    if (!in.is_empty()) return misused(verb);
    if (engine::find_setup(setup) == nullptr) return misused(verb, "This setup does not exist.");
    return MailCommand(Command{setup});
}

template <class Command>
Answer read_handle(std::string_view verb, Arguments& in) {
    const std::string_view handle = in.next();
    if (!protocol::is_handle(handle) || !in.is_empty()) {
        return misused(verb, "A handle is a letter and then letters, digits, \"-\" or \"_\".");
    }
    return MailCommand(Command{std::string(handle)});
}

template <class Command>
Answer read_handle_or_nothing(std::string_view verb, Arguments& in) {
    return in.is_empty() ? Answer(MailCommand(Command{})) : read_handle<Command>(verb, in);
}

// The word after the handle was a password once; it is ignored.
Answer read_register(std::string_view verb, Arguments& in) {
    return in.is_empty() ? Answer(misused(verb)) : read_handle<MailRegister>(verb, in);
}

// --- challenges ---

// The one that is named next, or else the one that is answered.
std::optional<protocol::ChallengeId> take_challenge(Arguments& in) {
    const auto named =
        in.is_empty() ? std::nullopt : protocol::whole_number(without_mark(in.peek()));
    if (!named) return in.context().challenge;
    in.next();
    return protocol::ChallengeId{*named};
}

Answer read_accept(std::string_view verb, Arguments& in) {
    const auto challenge = take_challenge(in);
    if (!challenge || !in.is_empty()) return misused(verb);
    return MailCommand(MailAccept{*challenge});
}

Answer read_decline(std::string_view verb, Arguments& in) {
    const auto challenge = take_challenge(in);
    if (!challenge) return misused(verb);
    if (in.remainder().size() > protocol::decline_reason_bytes_max)
        return misused(verb, "The text is too long.");
    return MailCommand(MailDecline{*challenge, std::string(in.remainder())});
}

Answer read_challenge(std::string_view, Arguments& in) {
    return read_mail_challenge(in);
}

// --- games ---

Answer read_show(std::string_view verb, Arguments& in) {
    const auto game = in.take_game();
    if (!game || !in.is_empty()) return misused(verb);
    return MailCommand(MailShow{game->number, game->ply});
}

// A point, after its game if one is named: of two words the first is the game.
template <class Read>
Answer read_point(std::string_view verb, Arguments& in, Read read) {
    std::optional<Arguments::Game> game;
    if (in.size() == 1 && in.context().game) {
        game = Arguments::Game{*in.context().game, std::nullopt};
    } else {
        game = in.take_game();
    }
    if (!game || game->ply || in.size() != 1) return misused(verb);
    const auto point = read_marked_ply(in.next());
    const bool has_digit =
        point && point->before.find_first_of("0123456789") != std::string_view::npos;
    if (!has_digit) return misused(verb, "A point must contain a number, such as K10.");
    return read(game->number, *point);
}

Answer read_move(std::string_view verb, Arguments& in) {
    return read_point(verb, in, [](protocol::GameId game, const MarkedPly& point) -> Answer {
        return MailCommand(MailMove{game, short_word(point.before), point.ply});
    });
}

Answer read_preview(std::string_view verb, Arguments& in) {
    return read_point(verb, in, [verb](protocol::GameId game, const MarkedPly& point) -> Answer {
        if (point.ply) return misused(verb);
        return MailCommand(MailPreview{game, short_word(point.before)});
    });
}

Answer read_plan(std::string_view verb, Arguments& in) {
    const auto game = in.take_game();
    if (!game && protocol::lower(in.peek()) == "if")
        return misused(verb, "Name the game of the plan.");
    if (!game || in.is_empty()) return misused(verb);
    auto plan = protocol::read_plan_text(in.remainder());
    if (!plan) return misused(verb, plan.error().detail);
    return MailCommand(MailPlan{game->number, game->ply, std::move(*plan)});
}

Answer read_say(std::string_view verb, Arguments& in) {
    const auto game = in.take_game();
    const std::string_view text = in.remainder();
    if (!game || game->ply || text.empty()) return misused(verb);
    if (text.size() > mail_text_bytes_max) return misused(verb, "The text is too long.");
    return MailCommand(MailSay{game->number, std::string(text)});
}

// A bot's name, a colour, both in this order, or neither.
Answer read_substitute(std::string_view verb, Arguments& in) {
    const auto game = in.take_game();
    if (!game || game->ply) return misused(verb);
    MailSubstitute command{game->number, {}, {}};
    if (!in.is_empty() && protocol::is_bot_name(in.peek())) command.bot = in.next();
    if (!in.is_empty()) {
        command.seat = engine::parse_seat(protocol::lower(in.next()));
        if (!command.seat || !in.is_empty()) return misused(verb);
    }
    return MailCommand(std::move(command));
}

Answer read_watch(std::string_view verb, Arguments& in) {
    const auto game = in.take_game();
    if (!game || game->ply || in.size() > 1) return misused(verb);
    if (in.is_empty()) return MailCommand(MailWatch{game->number});
    const auto mode = protocol::parse_mail_watch_mode(protocol::lower(in.next()));
    if (!mode) return misused(verb);
    return MailCommand(MailWatch{game->number, *mode});
}

// --- the player ---

Answer read_notify(std::string_view verb, Arguments& in) {
    if (in.size() != 1) return misused(verb);
    const auto mode = protocol::parse_notice_mode(protocol::lower(in.next()));
    if (!mode) return misused(verb);
    return MailCommand(MailNotify{*mode});
}

// "2026-12-20", a day that there is.
std::optional<std::chrono::year_month_day> read_day(std::string_view text) {
    constexpr std::size_t length = 10;
    if (text.size() != length || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto year = protocol::whole_number(text.substr(0, 4));
    const auto month = protocol::whole_number(text.substr(5, 2));
    const auto day = protocol::whole_number(text.substr(8, 2));
    if (!year || !month || !day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    return date.ok() ? std::optional(date) : std::nullopt;
}

Answer read_vacation(std::string_view verb, Arguments& in) {
    constexpr std::string_view days_off = "A day must be such as 2026-12-20.";
    if (in.is_empty()) return misused(verb);
    std::string_view text = in.remainder();
    std::size_t end = text.find("..");
    std::size_t gap = 2;
    if (end == text.npos) {
        end = text.find(" to ");
        gap = 4;
    }
    const auto from = read_day(protocol::trimmed(text.substr(0, end)));
    const auto until =
        end == text.npos ? from : read_day(protocol::trimmed(text.substr(end + gap)));
    if (!from || !until) return misused(verb, days_off);
    if (*until < *from) return misused(verb, "The last day must not be before the first.");
    return MailCommand(MailVacation{*from, *until});
}

using Read = Answer (*)(std::string_view, Arguments&);

struct Row {
    std::string_view verb;
    Read read;
};

// In the order of the manual.
constexpr Row rows[] = {
    {"help", read_help},
    {"rules", read_bare<MailRules>},
    {"setups", read_bare<MailSetups>},
    {"test", read_setup<MailTest>},
    {"register", read_register},
    {"challenge", read_challenge},
    {"accept", read_accept},
    {"decline", read_decline},
    {"games", read_handle_or_nothing<MailGames>},
    {"turns", read_bare<MailTurns>},
    {"show", read_show},
    {"history", read_game<MailHistory>},
    {"preview", read_preview},
    {"move", read_move},
    {"swap", read_game<MailSwap>},
    {"plan", read_plan},
    {"unplan", read_game<MailUnplan>},
    {"resign", read_game<MailResign>},
    {"leave", read_game<MailLeave>},
    {"substitute", read_substitute},
    {"undo", read_game<MailUndo>},
    {"pause", read_game<MailPause>},
    {"yes", read_game<MailYes>},
    {"no", read_game<MailNo>},
    {"say", read_say},
    {"watch", read_watch},
    {"unwatch", read_game<MailUnwatch>},
    {"vacation", read_vacation},
    {"notify", read_notify},
    {"standings", read_setup<MailStandings>},
    {"ratings", read_handle_or_nothing<MailRatings>},
    {"tournaments", read_bare<MailTournaments>},
    {"enter", read_tournament<MailEnter>},
    {"withdraw", read_tournament<MailWithdraw>},
    {"table", read_tournament<MailTable>},
};
static_assert(std::size(rows) == std::variant_size_v<MailCommand>);

}  // namespace

MailArguments::MailArguments(std::string_view rest, const MailContext& context)
    : rest_(rest), words_(protocol::words_of(rest)), context_(context) {}

std::string_view MailArguments::remainder() const {
    if (is_empty()) return {};
    return rest_.substr(static_cast<std::size_t>(peek().data() - rest_.data()));
}

std::optional<MailArguments::Game> MailArguments::take_game() {
    const auto numbered = [](std::string_view word) -> std::optional<Game> {
        const auto marked = read_marked_ply(without_mark(word));
        const auto number = marked ? protocol::whole_number(marked->before) : std::nullopt;
        return number ? std::optional(Game{protocol::GameId{*number}, marked->ply}) : std::nullopt;
    };
    if (!is_empty()) {
        const bool is_spelled = size() > 1 && protocol::lower(peek()) == "game";
        if (const auto game = numbered(words_[at_ + (is_spelled ? 1 : 0)])) {
            at_ += is_spelled ? 2 : 1;
            return game;
        }
    }
    if (!context_.game) return std::nullopt;
    return Game{*context_.game, std::nullopt};
}

std::optional<MarkedPly> read_marked_ply(std::string_view word) {
    const std::size_t mark = word.find('#');
    if (mark == word.npos) return MarkedPly{word, std::nullopt};
    const auto ply = protocol::whole_number(word.substr(mark + 1));
    if (!ply || *ply > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return MarkedPly{word.substr(0, mark), static_cast<std::uint32_t>(*ply)};
}

protocol::Error misused(std::string_view verb, std::string_view why) {
    std::string sentence;
    for (const text::MailVerb& row : text::mail_verbs()) {
        if (row.name == verb) sentence = "Usage: " + std::string(row.usage);
    }
    if (!why.empty()) sentence = std::string(why) + " " + sentence;
    return protocol::refusal(protocol::Code::invalid_field, std::move(sentence));
}

protocol::Result<MailCommand> read_mail_command(std::string_view verb, std::string_view rest,
                                                const MailContext& context) {
    MailArguments arguments(protocol::trimmed(rest), context);
    for (const Row& row : rows) {
        if (row.verb == verb) return row.read(verb, arguments);
    }
    return protocol::refusal(protocol::Code::invalid_field, "This command does not exist.");
}

std::string_view mail_verb(const MailCommand& command) {
    return rows[command.index()].verb;
}

}  // namespace tanbo::mail::commands

#include "server/mail/commands/parse.hpp"

#include <algorithm>
#include <utility>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"
#include "server/mail/commands/arguments.hpp"
#include "server/mail/commands/classic.hpp"
#include "server/mail/commands/clear_moves.hpp"
#include "server/mail/commands/lines.hpp"
#include "server/mail/commands/verbs.hpp"

namespace tanbo::mail::commands {

namespace {

constexpr std::size_t short_line_words = 4;  // of a line that is an error rather than prose
constexpr std::size_t plain_prefix_min = 4;  // of a shortened verb without a number behind it
constexpr std::size_t quoted_bytes_max = 300;

bool is_reply(const MailContext& context) {
    return context.game || context.challenge;
}

bool begins_with_number_or_point(std::string_view rest) {
    const auto words = protocol::words_of(rest);
    if (words.empty()) return false;
    std::string_view word = words.front();
    if (word.starts_with("--")) return true;
    if (protocol::lower(word) == "game" && words.size() > 1) word = words[1];
    if (word.starts_with('#')) word.remove_prefix(1);
    if (!word.empty() && protocol::is_digit(word.front())) return true;
    return protocol::point_form(protocol::without_stops(word)) == protocol::PointForm::letters &&
           word.size() > 1;
}

// Shortens the text, at the end of a character.
void cut(std::string& text, std::size_t bytes_max) {
    text.resize(protocol::utf8_prefix(text, bytes_max).size());
}

// The meaning of a line of a mail.
struct Reading {
    std::optional<MailLine> line;  // nothing: people's words
    std::string source;
    bool has_password = false;
};

bool begins_with_if(std::string_view rest) {
    const auto words = protocol::words_of(rest);
    return !words.empty() && protocol::lower(words.front()) == "if";
}

// Reads one line. `is_first` is the first of the mail that is not blank.
class LineReader {
public:
    LineReader(std::string_view text, const MailContext& context, bool is_first)
        : source_(clean_line(text)), context_(context), is_first_(is_first) {}

    Reading read() {
        const std::string_view bare = without_marks(source_);
        auto words = protocol::words_of(bare);
        if (words.empty()) return prose();
        const bool has_tanbo = words.size() > 1 && protocol::lower(words.front()) == "tanbo";
        if (has_tanbo) words.erase(words.begin());
        if (context_.game && !has_tanbo) {
            if (auto point = read_point(bare)) return {std::move(point), source_, false};
        }
        return read_verb(bare, words.front(), has_tanbo);
    }

private:
    Reading prose() const { return {std::nullopt, source_, false}; }

    std::optional<MailLine> read_point(std::string_view bare) const {
        const PointLine found = read_point_line(bare, context_.board);
        if (found.kind == PointLine::Kind::none) return std::nullopt;
        MailLine line{
            source_, MailMove{*context_.game, found.point, found.ply}, context_.game, {}, true};
        if (found.kind == PointLine::Kind::almost) {
            line.command = protocol::refusal(protocol::Code::invalid_field,
                                             found.fault + ", so nothing was played.");
        }
        return line;
    }

    Reading read_verb(std::string_view bare, std::string_view typed, bool has_tanbo) const {
        std::string_view word = typed;
        while (word.ends_with(':') || word.ends_with(',') || word.ends_with('.') ||
               word.ends_with('!')) {
            word.remove_suffix(1);
        }
        const VerbMatch match = find_verb(word);
        PlainLine plain = read_classic(bare, typed, match.verb, has_tanbo);
        Reading reading{std::nullopt, plain.source, plain.has_password};
        if (match.fit == VerbFit::none && !has_tanbo) return reading;
        const bool is_talk = plain.verb == "say" && is_reply(context_) && !typed.ends_with(':') &&
                             !begins_with_number_or_point(plain.rest);
        auto command = read_command(plain, match);
        const bool is_sound = command && !is_talk && is_trusted(match, plain, has_tanbo);
        if (!is_sound && !is_meant(match, plain, has_tanbo)) return reading;
        MailLine line{plain.source, MailHelp{}, {}, std::move(plain.login)};
        if (is_sound) {
            line.command = std::move(*command);
        } else {
            line.command = fault_of(match, plain, command);
        }
        line.game = game_of(line, plain);
        reading.line = std::move(line);
        return reading;
    }

    protocol::Result<MailCommand> read_command(const PlainLine& plain,
                                               const VerbMatch& match) const {
        if (match.verb.empty()) return unknown(match);
        const bool is_text = plain.verb == "say" || plain.verb == "decline";
        const std::string_view rest = is_text ? plain.rest : protocol::without_stops(plain.rest);
        return read_mail_command(plain.verb, rest, context_);
    }

    // A sentence that quotes nothing which may be a password.
    static protocol::Error fault_of(const VerbMatch& match, const PlainLine& plain,
                                    const protocol::Result<MailCommand>& command) {
        if (match.verb.empty()) return unknown(match);
        if (plain.has_password || command) return misused(plain.verb);
        return command.error();
    }

    static protocol::Error unknown(const VerbMatch& match) {
        if (match.candidates.empty()) {
            return protocol::refusal(protocol::Code::invalid_field, "This command does not exist.");
        }
        std::string sentence = "This could be several commands: ";
        for (std::size_t i = 0; i < match.candidates.size(); ++i) {
            if (i > 0) sentence += i + 1 == match.candidates.size() ? " or " : ", ";
            sentence += match.candidates[i];
        }
        return protocol::refusal(protocol::Code::invalid_field, sentence + "?");
    }

    // Whether a line that can be read as a command is one: a verb in full always; one that is
    // shortened or mistyped stands before a number or a point, is long enough, or comes first.
    bool is_trusted(const VerbMatch& match, const PlainLine& plain, bool has_tanbo) const {
        if (match.fit == VerbFit::exact || has_tanbo) return true;
        if (begins_with_number_or_point(plain.rest)) return true;
        const bool opens_mail = is_first_ && !is_reply(context_);
        const std::size_t letters = protocol::words_of(plain.source).front().size();
        if (match.fit == VerbFit::mistyped) return opens_mail;
        return letters >= plain_prefix_min || (opens_mail && letters + 1 >= plain_prefix_min);
    }

    // Whether a line that can't be read as a command was meant as one.
    bool is_meant(const VerbMatch& match, const PlainLine& plain, bool has_tanbo) const {
        if (has_tanbo || begins_with_number_or_point(plain.rest)) return true;
        if (match.fit == VerbFit::ambiguous)
            return is_first_ && !is_reply(context_) && plain.rest.empty();
        if (match.fit != VerbFit::exact) return false;
        if (plain.rest.empty()) return true;
        if (plain.verb == "plan" && begins_with_if(plain.rest)) return true;
        return !is_reply(context_) && protocol::words_of(plain.source).size() <= short_line_words;
    }

    std::optional<protocol::GameId> game_of(const MailLine& line, const PlainLine& plain) const {
        if (const auto* command = std::get_if<MailCommand>(&line.command)) {
            return std::visit(
                [](const auto& data) -> std::optional<protocol::GameId> {
                    if constexpr (requires { data.game; }) return data.game;
                    return std::nullopt;
                },
                *command);
        }
        if (plain.verb == "accept" || plain.verb == "decline") return std::nullopt;
        const auto game = MailArguments(plain.rest, context_).take_game();
        return game ? std::optional(game->number) : std::nullopt;
    }

    std::string source_;
    const MailContext& context_;
    bool is_first_;
};

// The words as they were written: as many words as were read, at the end of the line.
void restore_words(std::string& said, std::string_view written, std::string_view normal) {
    const auto words = protocol::words_of(written);
    const std::size_t count = protocol::words_of(said).size();
    const bool is_like =
        words.size() == protocol::words_of(normal).size() && normal.ends_with(said);
    if (count == 0 || count > words.size() || !is_like) return;
    said = written.substr(
        static_cast<std::size_t>(words[words.size() - count].data() - written.data()));
}

void restore_words(MailLine& line, std::string_view written, std::string_view normal) {
    auto* const command = std::get_if<MailCommand>(&line.command);
    if (command == nullptr) return;
    if (auto* const say = std::get_if<MailSay>(command)) restore_words(say->text, written, normal);
    if (auto* const decline = std::get_if<MailDecline>(command)) {
        restore_words(decline->reason, written, normal);
    }
}

// Reads a line as it is written, or else in its normal form.
Reading read_line(std::string_view text, const MailContext& context, bool is_first) {
    Reading written = LineReader(text, context, is_first).read();
    const bool is_command =
        written.line && std::holds_alternative<MailCommand>(written.line->command);
    if (is_command || context.normal_form == nullptr) return written;
    const std::string line = clean_line(text);
    const std::string normal = normal_words(line, context.normal_form);
    if (normal == line) return written;
    Reading read = LineReader(normal, context, is_first).read();
    if (!read.line) return written;
    if (read.has_password) return read;
    restore_words(*read.line, line, normal);
    read.source = std::move(written.source);
    read.has_password = written.has_password;
    return read;
}

// Words to a stone rather than to the server, if there is one: `undo` alone, and `no` alone if
// nothing waits for it.
bool may_be_retraction(const Reading& reading, const MailCommand& command,
                       const MailContext& context) {
    if (protocol::words_of(reading.source).size() > 1) return false;
    return std::holds_alternative<MailUndo>(command) ||
           (std::holds_alternative<MailNo>(command) && !context.has_question);
}

bool is_almost_point(const Reading& reading) {
    return reading.line && reading.line->is_point &&
           std::holds_alternative<protocol::Error>(reading.line->command);
}

TalkLine::Kind kind_of(const Reading& reading, const MailContext& context) {
    if (!reading.line) return TalkLine::Kind::words;
    const auto* const command = std::get_if<MailCommand>(&reading.line->command);
    if (command == nullptr || may_be_retraction(reading, *command, context)) {
        return TalkLine::Kind::words;
    }
    const bool is_move = std::holds_alternative<MailMove>(*command);
    return is_move ? TalkLine::Kind::point : TalkLine::Kind::command;
}

class MailReader {
public:
    explicit MailReader(const MailContext& context) : context_(context) {}

    MailRequest read(std::string_view subject, std::string_view written) {
        const CommandText mail = command_text(written, context_.normal_form);
        request_.is_cut = mail.is_cut;
        const SubjectText about = subject_text(subject);
        if (about.is_command && !about.is_answer) add_subject(about.text);
        for (const CommandLine& line : mail.lines) {
            if (line.is_read) {
                add(line.text, false, line.begins_paragraph);
            } else {
                talk_.push_back(
                    {TalkLine::Kind::words, line.text, "...", line.begins_paragraph, false});
            }
        }
        // Behind "Re:" stands what was asked before; it counts if nothing else is said.
        const bool is_silent = request_.lines.empty() && request_.passed_over.empty();
        if (about.is_command && about.is_answer && is_silent) add_subject(about.text);
        // One password may stand in other lines, too.
        for (TalkLine& line : talk_) {
            if (request_.has_password) line.source = "...";
        }
        clear_moves(request_.lines, lines_of_page(), talk_, context_);
        return std::move(request_);
    }

private:
    std::vector<MailLine> lines_of_page() const {
        std::vector<MailLine> lines;
        for (const CommandLine& line : command_text(context_.page, context_.normal_form).lines) {
            Reading reading = line.is_read ? read_line(line.text, context_, false) : Reading();
            if (reading.line) lines.push_back(std::move(*reading.line));
        }
        return lines;
    }

    void add_subject(const std::string& subject) { add(subject, true, true); }

    void add(const std::string& text, bool is_subject, bool begins_paragraph) {
        const bool is_first = request_.lines.empty() && request_.passed_over.empty();
        Reading reading = read_line(text, context_, is_first);
        request_.has_password = request_.has_password || reading.has_password;
        cut(reading.source, quoted_bytes_max);
        talk_.push_back({kind_of(reading, context_), text, reading.source, begins_paragraph,
                         is_almost_point(reading)});
        if (!reading.line) {
            if (!is_subject) pass_over(std::move(reading.source));
            return;
        }
        reading.line->source = reading.source;
        // A command that stands in the subject and again below it is meant once.
        const bool is_known =
            subject_ && protocol::lower(*subject_) == protocol::lower(reading.source);
        if (is_known) return;
        if (is_subject) subject_ = reading.source;
        if (request_.lines.size() < mail_commands_max) {
            request_.lines.push_back(std::move(*reading.line));
        } else if (!std::exchange(is_full_, true)) {
            request_.is_cut = true;
            request_.lines.push_back(
                {reading.source,
                 protocol::refusal(protocol::Code::invalid_field,
                                   "An email can contain at most " +
                                       std::to_string(mail_commands_max) +
                                       " commands. The server did nothing from here on.")});
        }
    }

    void pass_over(std::string source) {
        if (request_.passed_over.size() < mail_passed_over_max) {
            request_.passed_over.push_back(std::move(source));
        }
    }

    const MailContext& context_;
    MailRequest request_;
    std::vector<TalkLine> talk_;
    std::optional<std::string> subject_;
    bool is_full_ = false;
};

}  // namespace

MailRequest read_mail_commands(std::string_view subject, std::string_view written,
                               const MailContext& context) {
    return MailReader(context).read(subject, written);
}

}  // namespace tanbo::mail::commands

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/mail/commands/parse.hpp"

// The words behind a verb. Private to this folder.
namespace tanbo::mail::commands {

// The rest of a line, taken word by word.
class MailArguments {
public:
    MailArguments(std::string_view rest, const MailContext& context);

    const MailContext& context() const { return context_; }
    std::size_t size() const { return words_.size() - at_; }
    bool is_empty() const { return size() == 0; }
    // Requires: size() > 0.
    std::string_view peek() const { return words_[at_]; }
    std::string_view next() { return words_[at_++]; }
    // Everything that was not taken, as it was written.
    std::string_view remainder() const;

    // The game that is named next, with or without "game" or "#" before its number and a ply behind
    // it; or else the game that is answered. Nothing if there is neither.
    struct Game {
        protocol::GameId number{};
        std::optional<std::uint32_t> ply;
    };
    std::optional<Game> take_game();

private:
    std::string_view rest_;
    std::vector<std::string_view> words_;
    const MailContext& context_;
    std::size_t at_ = 0;
};

// A number with "#34" behind it or not: "K10#34" is K10 and 34. Nothing if what follows the mark
// is no number.
struct MarkedPly {
    std::string_view before;
    std::optional<std::uint32_t> ply;
};
std::optional<MarkedPly> read_marked_ply(std::string_view word);

// The command of a verb in full. Errors: invalid_field; its sentence quotes nothing of the line
// if the line may hold a password.
protocol::Result<MailCommand> read_mail_command(std::string_view verb, std::string_view rest,
                                                const MailContext& context);

// How a verb is used, as the sentence of a refusal: "show takes a game: show GAME[#ply]".
protocol::Error misused(std::string_view verb, std::string_view why = {});

// Of `challenge`: everything.
protocol::Result<MailCommand> read_mail_challenge(MailArguments& arguments);

}  // namespace tanbo::mail::commands

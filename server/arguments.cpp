#include "server/arguments.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

#include "server/exit_code.hpp"

namespace tanbo::app {
namespace {

using Command = Arguments::Command;

constexpr const char* about =
    "tanbod, a server for Tanbo, a game by Mark Steere.\n"
    "Settings come from a file, over it TANBO_* variables, over those flags.";

// A subcommand that reads the settings.
CLI::App* add_command(CLI::App& parser, Arguments& arguments, const std::string& name,
                      const std::string& help, Command command) {
    CLI::App* sub = parser.add_subcommand(name, help);
    sub->callback([&arguments, command] { arguments.command = command; });
    if (command == Command::version) return sub;
    const auto set_file = [&arguments](const std::string& path) { arguments.sources.file = path; };
    sub->add_option_function<std::string>("--config", set_file,
                                          "The file of settings (tanbod check-config --reference "
                                          "prints one) [TANBO_CONFIG]")
        ->type_name("FILE");
    for (const Setting& setting : settings()) {
        const std::string key(setting.name);
        const auto set = [&arguments, key](const std::string& value) {
            arguments.sources.flags.emplace_back(key, value);
        };
        sub->add_option_function<std::string>(
               setting.flag(), set, std::string(setting.help) + " [" + setting.variable() + "]")
            ->type_name("VALUE");
    }
    return sub;
}

// The verbs of `tanbod admin` that REST has too, and what they take.
void add_verbs(CLI::App& admin, Arguments& arguments) {
    for (const ShellVerb& verb : shell_verbs()) {
        CLI::App* sub = add_command(admin, arguments, verb.name, verb.help, Command::administer);
        sub->preparse_callback([&arguments, &verb](std::size_t) {
            arguments.order.verb = verb.name;
            arguments.order.operands.resize(verb.operands.size());
        });
        for (std::size_t i = 0; i < verb.operands.size(); ++i) {
            const auto set = [&arguments, i](const std::string& value) {
                arguments.order.operands[i] = value;
            };
            sub->add_option_function<std::string>(verb.operands[i], set)->required();
        }
        if (verb.has_reason) {
            sub->add_option("--reason", arguments.order.reason, "Why, for the log of all acts.");
        }
        if (verb.has_until) {
            sub->add_option(
                "--until", arguments.order.until,
                "A day (2026-12-31) or an instant; without it until a moderator ends it.");
        }
    }
}

// Commands that keep a database safe, beside a running server and without one.
void add_backups(CLI::App& parser, Arguments& arguments) {
    constexpr int keep_max = 10'000;
    CLI::App* backup = add_command(parser, arguments, "backup",
                                   "Copy the database, also while the server runs: one consistent "
                                   "state, durable and verified.",
                                   Command::back_up);
    backup
        ->add_option("target", arguments.backup.target,
                     "A file that is not there yet, or a folder, in which it is named by the time.")
        ->type_name("FILE|FOLDER")
        ->required();
    backup
        ->add_option("--keep", arguments.backup.keep,
                     "In a folder: remove all but so many of the newest backups.")
        ->check(CLI::Range(1, keep_max));
    add_command(parser, arguments, "restore",
                "Put a backup in the database's place; the former files are moved aside. The "
                "server must be stopped.",
                Command::restore)
        ->add_option("file", arguments.file, "What `tanbod backup` made.")
        ->type_name("FILE")
        ->required();
    add_command(parser, arguments, "check",
                "Look through the database or a backup: its structure, every game played again, "
                "everything calculated compared. Status 65: it is damaged.",
                Command::check)
        ->add_option("file", arguments.file, "A backup; without it the database.")
        ->type_name("FILE");
}

// Moving a database to another engine.
void add_copies(CLI::App& parser, Arguments& arguments) {
    CLI::App* copy = add_command(
        parser, arguments, "copy",
        "Copy a database into an empty one, of SQLite or PostgreSQL, and verify it, beside a "
        "running server; then what has come since, once that is stopped. The copy is served from "
        "then on.",
        Command::copy);
    const auto add_end = [copy](const char* name, std::string& value, const char* help) {
        copy->add_option(name, value, help)
            ->type_name("sqlite:FILE|postgres:WORDS")
            ->check(copy_address_fault)
            ->required();
    };
    add_end("--from", arguments.copy.from, "What is copied.");
    add_end("--to", arguments.copy.to, "Where to; a database that is not there is begun.");
    copy->add_option("--games", arguments.copy.games,
                     "Of several parts of the games the one to copy, as 1/2; else all.")
        ->type_name("NUMBER/PARTS")
        ->check(copy_part_fault);
    add_command(parser, arguments, "reopen",
                "Let a database be served again that was copied elsewhere.", Command::reopen);
}

// Unlike require_subcommand(1), names a word that is no command.
void require_command(CLI::App& parser) {
    parser.require_subcommand(0, 1)->callback([&parser] {
        if (parser.get_subcommands().empty()) throw CLI::RequiredError::Subcommand(1);
    });
}

}  // namespace

std::variant<Arguments, int> parse_arguments(int argc, const char* const* argv) {
    Arguments arguments;
    CLI::App parser(about, "tanbod");
    require_command(parser);
    add_command(parser, arguments, "serve", "Serve until SIGTERM or SIGINT.", Command::serve);
    add_command(parser, arguments, "check-config",
                "Print the settings that hold and where they come from, or every fault.",
                Command::check_config)
        ->add_flag("--reference", arguments.is_reference,
                   "Print a file with every setting explained instead.");
    CLI::App* migrate = add_command(parser, arguments, "migrate",
                                    "Bring the database up to date, also beside nodes of the "
                                    "version before.",
                                    Command::migrate);
    migrate->add_flag("--dry-run", arguments.migrate.is_dry_run, "Only say what would be done.");
    migrate->add_flag("--contract", arguments.migrate.contracts,
                      "Also take away what only older versions need. Status 75: a node of one was "
                      "there within the last 30 seconds.");
    add_command(parser, arguments, "init", "Begin an empty database, where there is none.",
                Command::init);
    add_backups(parser, arguments);
    add_copies(parser, arguments);
    CLI::App* admin =
        parser.add_subcommand("admin", "What an administrator does, while no server runs.");
    require_command(*admin);
    add_command(*admin, arguments, "rebuild-summaries",
                "Compute the contents of lists again from the games' events.",
                Command::rebuild_summaries);
    add_command(*admin, arguments, "recompute-ratings",
                "Calculate ratings, reliability and statistics again from the games' events.",
                Command::recompute_ratings);
    add_verbs(*admin, arguments);
    add_command(*admin, arguments, "outbox",
                "Print the mails that are to be sent, also while the server runs.", Command::outbox)
        ->add_flag("--json", arguments.is_json, "As one JSON object a line.");
    CLI::App* mail_in =
        add_command(parser, arguments, "mail-in",
                    "Deliver the message on standard input to the running server, for a mail "
                    "server's pipe transport. Status 75 means: try again.",
                    Command::mail_in);
    mail_in
        ->add_option("--sender", arguments.mail.sender,
                     "The return path; empty or MAILER-DAEMON for none.")
        ->required();
    mail_in->add_option("--recipient", arguments.mail.recipients, "One or several.")->required();
    add_command(parser, arguments, "version", "Print the version.", Command::version);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = parser.exit(error, std::cout, std::cerr);
        return code == 0 ? static_cast<int>(exit_ok) : static_cast<int>(exit_usage);
    }
    return arguments;
}

}  // namespace tanbo::app

#include "server/app/arguments.hpp"

#include <iostream>

#include <CLI/CLI.hpp>

#include "server/config/exit_code.hpp"

namespace tanbo::app {
namespace {

using Command = Arguments::Command;

constexpr const char* about =
    "tanbod, a server for Tanbo, a game by Mark Steere.\n"
    "Settings come from a file. TANBO_* variables override it, and flags override those.";

// A subcommand that reads the settings.
CLI::App* add_command(CLI::App& parser, Arguments& arguments, const std::string& name,
                      const std::string& help, Command command) {
    CLI::App* sub = parser.add_subcommand(name, help);
    sub->callback([&arguments, command] { arguments.command = command; });
    if (command == Command::version) return sub;
    const auto set_file = [&arguments](const std::string& path) { arguments.sources.file = path; };
    sub->add_option_function<std::string>("--config", set_file,
                                          "The settings file (for an example: tanbod check-config "
                                          "--reference) [TANBO_CONFIG]")
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
            sub->add_option("--reason", arguments.order.reason, "The reason, for the audit log.");
        }
        if (verb.has_until) {
            sub->add_option(
                "--until", arguments.order.until,
                "A day (2026-12-31) or an instant. Without it, until a moderator ends it.");
        }
    }
}

// Commands that keep a database safe, beside a running server and without one.
void add_backups(CLI::App& parser, Arguments& arguments) {
    constexpr int keep_max = 10'000;
    CLI::App* backup = add_command(parser, arguments, "backup",
                                   "Back up the database, even while the server runs. The copy is "
                                   "consistent, durable and verified.",
                                   Command::back_up);
    backup
        ->add_option("target", arguments.backup.target,
                     "A new file, or a folder in which the backup is named by the time. A folder "
                     "that doesn't exist needs --keep or a slash at its end.")
        ->type_name("FILE|FOLDER")
        ->required();
    backup
        ->add_option("--keep", arguments.backup.keep,
                     "In a folder: keep this many of the newest backups and remove the others.")
        ->check(CLI::Range(1, keep_max));
    add_command(parser, arguments, "restore",
                "Replace the database by a backup. The former files are moved aside. Stop the "
                "server first.",
                Command::restore)
        ->add_option("file", arguments.file, "A file from `tanbod backup`.")
        ->type_name("FILE")
        ->required();
    add_command(parser, arguments, "check",
                "Check the database or a backup: its structure, every game replayed, every derived "
                "value compared. Status 65: it is damaged.",
                Command::check)
        ->add_option("file", arguments.file, "A backup. Without it, the database.")
        ->type_name("FILE");
}

// Moving a database to another engine.
void add_copies(CLI::App& parser, Arguments& arguments) {
    CLI::App* copy = add_command(
        parser, arguments, "copy",
        "Copy a database from SQLite to PostgreSQL or back, and verify the copy. Stop the server "
        "first. From then on, serve the copy.",
        Command::copy);
    const auto add_end = [copy](const char* name, std::string& value, const char* help) {
        copy->add_option(name, value, help)
            ->type_name("sqlite:FILE|postgres:WORDS")
            ->check(copy_address_fault)
            ->required();
    };
    add_end("--from", arguments.copy.from, "The source database.");
    add_end("--to", arguments.copy.to, "The target database; created if missing.");
    add_command(parser, arguments, "reopen",
                "Allow serving a database again that was copied elsewhere.", Command::reopen);
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
                "Print the effective settings and their sources, or all faults.",
                Command::check_config)
        ->add_flag("--reference", arguments.is_reference,
                   "Print a settings file that explains every setting instead.");
    CLI::App* migrate = add_command(parser, arguments, "migrate",
                                    "Migrate the database to this version, even while nodes of the "
                                    "previous version run.",
                                    Command::migrate);
    migrate->add_flag("--dry-run", arguments.migrate.is_dry_run, "Only print what it would do.");
    migrate->add_flag("--contract", arguments.migrate.contracts,
                      "Also remove what only older versions need. Status 75: a node of an older "
                      "version ran within the last 30 seconds.");
    add_command(parser, arguments, "init", "Create an empty database if there is none.",
                Command::init);
    add_backups(parser, arguments);
    add_copies(parser, arguments);
    CLI::App* admin =
        parser.add_subcommand("admin", "Administrator commands, while no server runs.");
    require_command(*admin);
    add_command(*admin, arguments, "rebuild-summaries",
                "Rebuild the game lists from the games' events.", Command::rebuild_summaries);
    add_command(*admin, arguments, "recompute-ratings",
                "Recompute ratings, reliability and statistics from the games' events.",
                Command::recompute_ratings);
    add_verbs(*admin, arguments);
    CLI::App* outbox = add_command(
        *admin, arguments, "outbox",
        "Print the emails that wait to be sent, even while the server runs.", Command::outbox);
    outbox->add_flag("--json", arguments.outbox.is_json, "Print one JSON object per line.");
    outbox->add_flag("--all", arguments.outbox.shows_all,
                     "Also those that were sent, failed or dropped.");
    CLI::App* mail_in =
        add_command(parser, arguments, "mail-in",
                    "Deliver the message on standard input to the running server, for a mail "
                    "server's pipe transport. Status 75: try again.",
                    Command::mail_in);
    mail_in
        ->add_option("--sender", arguments.mail.sender,
                     "The return path. For none, empty or MAILER-DAEMON.")
        ->required();
    mail_in->add_option("--recipient", arguments.mail.recipients, "One or more recipients.")
        ->required();
    add_command(parser, arguments, "version", "Print the version.", Command::version);
    parser.set_version_flag("--version", "tanbod " TANBO_VERSION, "Print the version.");
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = parser.exit(error, std::cout, std::cerr);
        return code == 0 ? static_cast<int>(exit_ok) : static_cast<int>(exit_usage);
    }
    return arguments;
}

}  // namespace tanbo::app

#include "server/app/arguments.hpp"

#include <iostream>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "protocol/json/build.hpp"
#include "server/app/options.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/operate/admin.hpp"
#include "server/operate/backups.hpp"
#include "server/operate/check.hpp"
#include "server/operate/copy.hpp"
#include "server/operate/mail_in.hpp"
#include "server/operate/mail_test/mail_test.hpp"
#include "server/operate/owner.hpp"
#include "server/operate/setup.hpp"
#include "server/operate/shell.hpp"

namespace tanbo::app {
namespace {

constexpr const char* about =
    "tanbod, a server for Tanbo, a game by Mark Steere.\n"
    "Settings come from a file. TANBO_* variables override it, and flags override those.";

// Adds the options that every command has: the settings.
void add_settings(CLI::App& command, Arguments& arguments) {
    const auto set_file = [&arguments](const std::string& path) { arguments.sources.file = path; };
    command
        .add_option_function<std::string>("--config", set_file,
                                          "The settings file (for an example: tanbod check-config "
                                          "--reference) [TANBO_CONFIG]")
        ->type_name("FILE");
    for (const Setting& setting : settings()) {
        const std::string key(setting.name);
        const auto set = [&arguments, key](const std::string& value) {
            arguments.sources.flags.emplace_back(key, value);
        };
        command
            .add_option_function<std::string>(
                setting.flag(), set, std::string(setting.help) + " [" + setting.variable() + "]")
            ->type_name("VALUE");
    }
}

// Adds a command, which is the one of `arguments` if it is named.
CLI::App& add_command(CLI::App& parser, Arguments& arguments, Command command) {
    CLI::App* sub = parser.add_subcommand(command.name, command.help);
    sub->callback([&arguments, command = std::move(command)] { arguments.command = command; });
    // Once it is named: to add the settings to all commands takes longer than all else of a start.
    sub->preparse_callback([sub, &arguments](std::size_t) { add_settings(*sub, arguments); });
    return *sub;
}

// A command on an existing database.
auto on_database(int (*run)(const Config&)) {
    return [run](const LoadedConfig& loaded) {
        const Config config = with_database_found(loaded);
        become_owner(config);
        return run(config);
    };
}

// The verbs of `tanbod admin` that REST has too, and what they take.
void add_verbs(CLI::App& admin, Arguments& arguments) {
    for (const ShellVerb& verb : shell_verbs()) {
        const auto order = std::make_shared<AdminCommand>();
        order->verb = verb.name;
        order->operands.resize(verb.operands.size());
        CLI::App& sub = add_command(admin, arguments,
                                    {verb.name, verb.help, [order](const LoadedConfig& loaded) {
                                         return administer(with_database_found(loaded), *order);
                                     }});
        for (std::size_t i = 0; i < verb.operands.size(); ++i) {
            sub.add_option(verb.operands[i], order->operands[i])->required();
        }
        if (verb.has_reason) {
            sub.add_option("--reason", order->reason, "The reason, for the audit log.");
        }
        if (verb.has_until) {
            sub.add_option(
                "--until", order->until,
                "A day (2026-12-31) or an instant. Without it, until a moderator ends it.");
        }
    }
}

void add_backup(CLI::App& parser, Arguments& arguments) {
    constexpr int keep_max = 10'000;
    const auto order = std::make_shared<BackupOptions>();
    CLI::App& backup = add_command(
        parser, arguments,
        {"backup",
         "Back up the database, even while the server runs. The copy is consistent, durable and "
         "verified.",
         [order](const LoadedConfig& loaded) {
             return back_up(with_database_found(loaded), *order);
         }});
    backup
        .add_option("target", order->target,
                    "A new file, or a folder in which the backup is named by the time. A folder "
                    "that doesn't exist needs --keep or a slash at its end.")
        ->type_name("FILE|FOLDER")
        ->required();
    backup
        .add_option("--keep", order->keep,
                    "In a folder: keep this many of the newest backups and remove the others.")
        ->check(CLI::Range(1, keep_max));
}

// Commands that put a backup in place, and look through one.
void add_uses_of_backups(CLI::App& parser, Arguments& arguments) {
    const auto file = std::make_shared<std::string>();
    add_command(parser, arguments,
                {"restore",
                 "Replace the database by a backup. The former files are moved aside. Stop the "
                 "server first.",
                 [file](const LoadedConfig& loaded) {
                     return restore(with_database_found(loaded), *file);
                 }})
        .add_option("file", *file, "A file from `tanbod backup`.")
        ->type_name("FILE")
        ->required();
    add_command(parser, arguments,
                {"check",
                 "Check the database or a backup: its structure, every game replayed, every "
                 "derived value compared. Status 65: it is damaged.",
                 [file](const LoadedConfig& loaded) {
                     if (file->empty()) return check(with_database_found(loaded));
                     Config config = loaded.config;
                     config.database = *file;
                     return check(config);
                 }})
        .add_option("file", *file, "A backup. Without it, the database.")
        ->type_name("FILE");
}

// Moving a database to another engine.
void add_copies(CLI::App& parser, Arguments& arguments) {
    const auto order = std::make_shared<CopyOptions>();
    CLI::App& sub = add_command(
        parser, arguments,
        {"copy",
         "Copy a database from SQLite to PostgreSQL or back, and verify the copy. Stop the server "
         "first. From then on, serve the copy.",
         [order](const LoadedConfig& loaded) { return copy(loaded.config, *order); }});
    const auto add_end = [&sub](const char* name, std::string& value, const char* help) {
        sub.add_option(name, value, help)
            ->type_name("sqlite:FILE|postgres:WORDS")
            ->check(copy_address_fault)
            ->required();
    };
    add_end("--from", order->from, "The source database.");
    add_end("--to", order->to, "The target database; created if missing.");
    add_command(parser, arguments,
                {"reopen", "Allow serving a database again that was copied elsewhere.",
                 on_database(reopen)});
}

void add_migrate(CLI::App& parser, Arguments& arguments) {
    const auto order = std::make_shared<MigrateOptions>();
    CLI::App& sub = add_command(
        parser, arguments,
        {"migrate",
         "Migrate the database to this version, even while nodes of the previous version run.",
         [order](const LoadedConfig& loaded) { return migrate(loaded.config, *order); }});
    sub.add_flag("--dry-run", order->is_dry_run, "Only print what it would do.");
    sub.add_flag("--contract", order->contracts,
                 "Also remove what only older versions need. Status 75: a node of an older "
                 "version ran within the last 30 seconds.");
}

void add_init(CLI::App& parser, Arguments& arguments) {
    const auto options = std::make_shared<InitOptions>();
    CLI::App& sub = add_command(
        parser, arguments,
        {"init",
         "Create an empty database if there is none. In a terminal, ask for what the options leave "
         "open.",
         [options](const LoadedConfig& loaded) { return init(loaded, *options); }});
    sub.add_option("--name", options->name, "The name of the site, for its emails.");
    sub.add_option("--address", options->address,
                   "The address for browsers, such as https://tanbo.example.org.");
    sub.add_option("--administrator", options->administrator,
                   "The username of the first administrator. Prints a link to choose a password.");
}

void add_check_config(CLI::App& parser, Arguments& arguments) {
    const auto form = std::make_shared<ConfigForm>(ConfigForm::effective);
    CLI::App& sub = add_command(
        parser, arguments,
        {"check-config", "Print the effective settings and their sources, or all faults.",
         [form](const LoadedConfig& loaded) { return check_config(loaded, *form); }});
    const auto add_form = [&sub, form](const char* name, ConfigForm chosen, const char* help) {
        return sub.add_flag_callback(name, [form, chosen] { *form = chosen; }, help);
    };
    CLI::Option* const reference =
        add_form("--reference", ConfigForm::reference,
                 "Print a settings file that explains every setting instead.");
    add_form("--sample", ConfigForm::sample,
             "Print such a file in which only the settings that have a source are set.")
        ->excludes(reference);
}

void add_outbox(CLI::App& admin, Arguments& arguments) {
    const auto order = std::make_shared<OutboxOptions>();
    CLI::App& sub =
        add_command(admin, arguments,
                    {"outbox", "Print the emails that wait to be sent, even while the server runs.",
                     [order](const LoadedConfig& loaded) {
                         return print_outbox(with_database_found(loaded), *order);
                     }});
    sub.add_flag("--json", order->is_json, "Print one JSON object per line.");
    sub.add_flag("--all", order->shows_all, "Also those that were sent, failed or dropped.");
}

void add_mail_in(CLI::App& parser, Arguments& arguments) {
    const auto order = std::make_shared<MailIn>();
    // Any other status than "try again" would send the mail back for good.
    CLI::App& sub = add_command(
        parser, arguments,
        {"mail-in",
         "Deliver the message on standard input to the running server, for a mail server's pipe "
         "transport. Status 75: try again.",
         [order](const LoadedConfig& loaded) {
             return deliver_mail(loaded.config, *order, std::cin, std::cerr);
         },
         exit_try_again});
    sub.add_option("--sender", order->sender, "The return path. For none, empty or MAILER-DAEMON.")
        ->required();
    sub.add_option("--recipient", order->recipients, "One or more recipients.")->required();
}

void add_mail_test(CLI::App& parser, Arguments& arguments) {
    constexpr int wait_s_max = 86'400;
    const auto order = std::make_shared<MailTest>();
    CLI::App& sub = add_command(
        parser, arguments,
        {"mail-test",
         "Check the DNS and the relay, send a test email, wait for the reply, and print every "
         "fault.",
         [order](const LoadedConfig& loaded) {
             const Config config = with_database_found(loaded);
             return test_mail(config, *order, outbox_worker_options(config).relay);
         }});
    sub.add_option("address", order->address, "An address of your own.")->required();
    sub.add_option("--selector", order->selector, "The name of the DKIM key. By default tanbo.");
    sub.add_option("--dns", order->dns,
                   "Ask this DNS server, such as 192.0.2.1:53, not the system's resolver.");
    sub.add_option("--wait", order->wait_s,
                   "Seconds to wait for the reply, 0 for none. By default 300.")
        ->check(CLI::Range(0, wait_s_max));
}

// Unlike require_subcommand(1), names a word that is no command.
void require_command(CLI::App& parser) {
    parser.require_subcommand(0, 1)->callback([&parser] {
        if (parser.get_subcommands().empty()) throw CLI::RequiredError::Subcommand(1);
    });
}

void add_admin(CLI::App& parser, Arguments& arguments) {
    CLI::App& admin =
        *parser.add_subcommand("admin", "Administrator commands, also while the server runs.");
    require_command(admin);
    add_command(admin, arguments,
                {"rebuild-summaries", "Rebuild the game lists from the games' events.",
                 on_database(rebuild_summaries)});
    add_command(admin, arguments,
                {"recompute-ratings",
                 "Recompute ratings, reliability and statistics from the games' events.",
                 on_database(recompute_ratings)});
    add_verbs(admin, arguments);
    add_outbox(admin, arguments);
}

// A command that reads no settings.
void add_version(CLI::App& parser) {
    const std::string text = protocol::build_text("tanbod");
    parser.add_subcommand("version", "Print the version and the commit.")->callback([text] {
        throw CLI::CallForVersion(text, exit_ok);
    });
    parser.set_version_flag("--version", text, "Print the version and the commit.");
}

}  // namespace

std::variant<Arguments, int> parse_arguments(int argc, const char* const* argv,
                                             std::function<int(const LoadedConfig&)> serve) {
    Arguments arguments;
    CLI::App parser(about, "tanbod");
    require_command(parser);
    add_command(parser, arguments, {"serve", "Serve until SIGTERM or SIGINT.", std::move(serve)});
    add_check_config(parser, arguments);
    add_migrate(parser, arguments);
    add_init(parser, arguments);
    add_backup(parser, arguments);
    add_uses_of_backups(parser, arguments);
    add_copies(parser, arguments);
    add_admin(parser, arguments);
    add_mail_in(parser, arguments);
    add_mail_test(parser, arguments);
    add_version(parser);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = parser.exit(error, std::cout, std::cerr);
        return code == 0 ? static_cast<int>(exit_ok) : static_cast<int>(exit_usage);
    }
    return arguments;
}

}  // namespace tanbo::app

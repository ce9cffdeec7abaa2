#include "server/operate/setup.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <unistd.h>
#include <vector>

#include "protocol/json/handles.hpp"
#include "server/account/first_administrator.hpp"
#include "server/base/clock.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/operate/owner.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/store.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view address_setting = "public_url";
constexpr std::string_view name_setting = "mail.from_name";

const Setting& setting_of(std::string_view name) {
    return *std::ranges::find(settings(), name, &Setting::name);
}

// The reason why an answer can't be taken; nothing if it can, or is empty.
std::optional<std::string> fault_of(const Setting& setting, const std::string& value) {
    return value.empty() ? std::nullopt : setting.fault(value);
}

std::optional<std::string> handle_fault(const std::string& handle) {
    if (handle.empty() || protocol::is_valid_handle(handle)) return std::nullopt;
    return protocol::handle_fault(handle);
}

// Asks until an answer can be taken; an empty one leaves the value empty.
template <class Fault>
void ask(const char* question, std::string& value, Fault fault) {
    if (!value.empty()) return;
    for (;;) {
        std::cout << question << ": " << std::flush;
        if (!std::getline(std::cin, value)) return;
        const auto wrong = fault(value);
        if (!wrong) return;
        std::cout << "It " << *wrong << ".\n";
    }
}

void ask_for(InitOptions& options, bool has_address) {
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) return;
    ask("Name of the site, for its emails (empty: Tanbo)", options.name,
        [](const std::string& text) { return fault_of(setting_of(name_setting), text); });
    if (!has_address) {
        ask("Address for browsers, such as https://tanbo.example.org (empty: none yet)",
            options.address,
            [](const std::string& text) { return fault_of(setting_of(address_setting), text); });
    }
    ask("Username of the administrator (empty: none yet)", options.administrator, handle_fault);
}

// The first fault of the options, as a sentence without its full stop.
std::optional<std::string> fault_of(const InitOptions& options) {
    if (auto fault = fault_of(setting_of(name_setting), options.name)) return "--name " + *fault;
    if (auto fault = fault_of(setting_of(address_setting), options.address)) {
        return "--address " + *fault;
    }
    if (auto fault = handle_fault(options.administrator)) return "--administrator " + *fault;
    return std::nullopt;
}

// Puts the answers into the settings file, if there is one and it may be written.
void save(const std::optional<fs::path>& path, const InitOptions& options) {
    if (options.name.empty() && options.address.empty()) return;
    std::ifstream in(path.value_or(fs::path()));
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (path && in) {
        if (!options.address.empty()) {
            text = with_setting(text, std::string(address_setting), options.address);
        }
        if (!options.name.empty()) {
            text = with_setting(text, std::string(name_setting), options.name);
        }
        in.close();
        // In place: owner and permissions stay.
        std::ofstream out(*path);
        out << text << std::flush;
        if (out) {
            std::cout << path->string() << " has your answers\n";
            return;
        }
    }
    for (const auto& [name, value] :
         {std::pair(address_setting, options.address), {name_setting, options.name}}) {
        if (value.empty()) continue;
        std::cout << "Set " << setting_of(name).variable() << "=" << value << "\n";
    }
}

void print_link(const Config& config, const InitOptions& options, const std::string& token) {
    std::string address = options.address.empty() ? config.public_url : options.address;
    if (address.empty()) address = "http://" + config.listen;
    std::cout << options.administrator
              << " is an administrator. Start the server, open this link within "
              << account::first_link_life.count() << " days and choose a password:\n"
              << address << "/account/reset?token=" << token << "\n";
}

}  // namespace

std::string with_setting(const std::string& file, const std::string& name,
                         const std::string& value) {
    const std::size_t dot = name.find('.');
    const bool is_nested = dot != std::string::npos;
    const std::string wanted = is_nested ? "[" + name.substr(0, dot) + "]" : "";
    const std::string key = is_nested ? name.substr(dot + 1) : name;
    std::string quoted;
    for (const char c : value)
        quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    const std::string line_of_it = key + " = \"" + quoted + "\"";
    std::vector<std::string> lines;
    std::string table;
    std::optional<std::size_t> place;  // behind the heading of its table
    if (!is_nested) place = 0;
    std::istringstream in(file);
    bool is_set = false;
    for (std::string line; std::getline(in, line); lines.push_back(line)) {
        if (line.starts_with('[')) table = line;
        if (is_nested && line == wanted) place = lines.size() + 1;
        const std::string_view bare = std::string_view(line).substr(line.starts_with('#') ? 1 : 0);
        if (is_set || table != wanted || !bare.starts_with(key + " =")) continue;
        line = line_of_it;
        is_set = true;
    }
    if (!is_set && !place) {
        lines.insert(lines.end(), {"", wanted});
        place = lines.size();
    }
    if (!is_set) lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(*place), line_of_it);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

int init(const LoadedConfig& loaded, InitOptions options) {
    const Config& config = loaded.config;
    store::DatabaseOptions database_options = existing_database(config);
    database_options.creates = true;
    std::error_code ignored;
    const bool is_there = is_postgres(config) ? !store::plan_of(database_options).is_new
                                              : fs::exists(config.database, ignored);
    if (is_there) {
        std::cerr << "tanbod: " << config.database << " already exists. Nothing was changed.\n";
        return exit_refused;
    }
    ask_for(options, loaded.origin.contains(std::string(address_setting)));
    if (const auto fault = fault_of(options)) {
        std::cerr << "tanbod: " << *fault << "\n";
        return exit_usage;
    }
    save(loaded.file, options);
    become_owner(config);
    store::Database database(database_options);
    std::cout << config.database << " is new, at version " << database.version() << "\n";
    if (options.administrator.empty()) return exit_ok;
    store::GroupCommit writer(database);
    store::Store store(database, writer);
    std::string token;
    store.write_now([&options, &token](store::Transaction& transaction) {
        token = account::create_administrator(transaction, options.administrator,
                                              base::system_clock()());
    });
    writer.stop();
    print_link(config, options, token);
    return exit_ok;
}

}  // namespace tanbo::app

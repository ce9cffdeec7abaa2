#include "server/config/config.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

#include <toml++/toml.h>

#include "server/store/postgres/address.hpp"

namespace tanbo::app {
namespace {

constexpr std::string_view variable_prefix = "TANBO_";
constexpr std::string_view file_variable = "TANBO_CONFIG";

const Setting* find_setting(std::string_view name) {
    const auto all = settings();
    const auto found = std::ranges::find(all, name, &Setting::name);
    return found == all.end() ? nullptr : &*found;
}

std::string spelled(std::string_view name, char separator, int (*letter)(int)) {
    std::string text;
    for (const char c : name) {
        const bool is_separator = c == '.' || c == '_';
        text += is_separator ? separator : static_cast<char>(letter(static_cast<unsigned char>(c)));
    }
    return text;
}

// As a TOML string.
std::string in_quotes(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < ' ') {
            constexpr std::string_view digits = "0123456789abcdef";
            out += "\\u00";
            out += digits[static_cast<unsigned char>(c) / 16U];
            out += digits[static_cast<unsigned char>(c) % 16U];
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string number_fault(const Setting& setting) {
    std::string unit;
    if (!setting.unit.empty()) unit = " (" + std::string(setting.unit) + ")";
    return "must be a whole number from " + std::to_string(setting.min) + " to " +
           std::to_string(setting.max) + unit;
}

// Puts checked values into the configuration and keeps the book of origins and faults.
class Loader {
public:
    LoadedConfig loaded;

    void fault(std::string where, std::string what) {
        loaded.faults.push_back({std::move(where), std::move(what)});
    }

    void set_number(const Setting& setting, std::int64_t value, const std::string& where) {
        if (value < setting.min || value > setting.max) {
            fault(where, std::string(setting.name) + " " + number_fault(setting) + "; got " +
                             std::to_string(value));
            return;
        }
        loaded.config.*std::get<Setting::Number>(setting.member) = value;
        loaded.origin[std::string(setting.name)] = where;
    }

    void set_text(const Setting& setting, std::string value, const std::string& where) {
        if (!passes(setting, value, where)) return;
        loaded.config.*std::get<Setting::Text>(setting.member) = std::move(value);
        loaded.origin[std::string(setting.name)] = where;
    }

    void set_list(const Setting& setting, std::vector<std::string> values,
                  const std::string& where) {
        for (const std::string& value : values) {
            if (!passes(setting, value, where)) return;
        }
        loaded.config.*std::get<Setting::List>(setting.member) = std::move(values);
        loaded.origin[std::string(setting.name)] = where;
    }

    // From a variable or a flag.
    void set_from_text(const Setting& setting, const std::string& text, const std::string& where) {
        if (std::holds_alternative<Setting::Text>(setting.member)) {
            set_text(setting, text, where);
        } else if (std::holds_alternative<Setting::List>(setting.member)) {
            set_list(setting, split(text), where);
        } else {
            std::int64_t value = 0;
            const char* last = text.data() + text.size();
            const auto [end, error] = std::from_chars(text.data(), last, value);
            if (error != std::errc{} || end != last) {
                fault(where, std::string(setting.name) + " " + number_fault(setting) + "; got " +
                                 in_quotes(text));
            } else {
                set_number(setting, value, where);
            }
        }
    }

private:
    bool passes(const Setting& setting, const std::string& value, const std::string& where) {
        const auto wrong = setting.fault == nullptr ? std::nullopt : setting.fault(value);
        // The address of a PostgreSQL may hold its password.
        const std::string shown = store::postgres_part(value) ? "what is named" : in_quotes(value);
        if (wrong) fault(where, std::string(setting.name) + ": " + shown + " " + *wrong);
        return !wrong;
    }

    static std::vector<std::string> split(std::string_view text) {
        std::vector<std::string> parts;
        while (!text.empty()) {
            const std::size_t comma = std::min(text.find(','), text.size());
            std::string_view part = text.substr(0, comma);
            while (part.starts_with(' ')) part.remove_prefix(1);
            while (part.ends_with(' ')) part.remove_suffix(1);
            if (!part.empty()) parts.emplace_back(part);
            text.remove_prefix(std::min(comma + 1, text.size()));
        }
        return parts;
    }
};

// --- the file ---

std::string at_line(const std::string& file, const toml::source_region& source) {
    return file + ":" + std::to_string(source.begin.line);
}

std::optional<std::vector<std::string>> texts_of(const toml::array& array) {
    std::vector<std::string> texts;
    for (const toml::node& element : array) {
        const auto* text = element.as_string();
        if (text == nullptr) return std::nullopt;
        texts.push_back(text->get());
    }
    return texts;
}

void read_value(Loader& loader, const Setting& setting, const toml::node& node,
                const std::string& where) {
    const std::string name(setting.name);
    if (std::holds_alternative<Setting::Text>(setting.member)) {
        const auto* text = node.as_string();
        if (text == nullptr) return loader.fault(where, name + " must be a string in quotes");
        loader.set_text(setting, text->get(), where);
    } else if (std::holds_alternative<Setting::Number>(setting.member)) {
        const auto* number = node.as_integer();
        if (number == nullptr) return loader.fault(where, name + " " + number_fault(setting));
        loader.set_number(setting, number->get(), where);
    } else {
        const auto* array = node.as_array();
        auto texts = array == nullptr ? std::nullopt : texts_of(*array);
        if (!texts) return loader.fault(where, name + " must be a list of strings");
        loader.set_list(setting, std::move(*texts), where);
    }
}

void read_table(Loader& loader, const toml::table& table, const std::string& prefix,
                const std::string& file) {
    for (const auto& [key, node] : table) {
        const std::string name = prefix + std::string(key.str());
        if (const Setting* setting = find_setting(name)) {
            read_value(loader, *setting, node, at_line(file, node.source()));
        } else if (const toml::table* inner = node.as_table(); inner != nullptr && prefix.empty()) {
            read_table(loader, *inner, name + ".", file);
        } else {
            loader.fault(at_line(file, key.source()), "unknown setting \"" + name + "\"");
        }
    }
}

void read_file(Loader& loader, const std::filesystem::path& path) {
    const std::string file = path.string();
    try {
        read_table(loader, toml::parse_file(file), "", file);
    } catch (const toml::parse_error& error) {
        const auto line = error.source().begin.line;
        loader.fault(line == 0 ? file : at_line(file, error.source()),
                     std::string(error.description()));
    }
}

// The file to read: that of the flag, else of the variable, which may be empty, else the standard.
std::optional<std::filesystem::path> file_of(const Sources& sources) {
    if (sources.file) return sources.file;
    const auto named = sources.environment.find(std::string(file_variable));
    if (named != sources.environment.end()) {
        return named->second.empty() ? std::nullopt
                                     : std::optional<std::filesystem::path>(named->second);
    }
    std::error_code ignored;
    if (!std::filesystem::exists(sources.standard_file, ignored)) return std::nullopt;
    return sources.standard_file;
}

// --- the environment and the command line ---

void read_environment(Loader& loader, const std::map<std::string, std::string>& environment) {
    for (const auto& [variable, value] : environment) {
        if (!variable.starts_with(variable_prefix) || variable == file_variable) continue;
        const auto all = settings();
        const auto found = std::ranges::find(all, variable, &Setting::variable);
        if (found != all.end()) {
            loader.set_from_text(*found, value, variable);
        } else {
            loader.loaded.warnings.push_back({variable, "this variable is not a setting"});
        }
    }
}

void read_flags(Loader& loader, const std::vector<std::pair<std::string, std::string>>& flags) {
    for (const auto& [name, value] : flags) {
        const Setting* setting = find_setting(name);
        if (setting == nullptr) {
            loader.fault("--" + name, "unknown setting");
        } else {
            loader.set_from_text(*setting, value, setting->flag());
        }
    }
}

// The need of one setting for another.
void check_together(Loader& loader) {
    const Config& config = loader.loaded.config;
    if (!config.mail_domain.empty() && config.public_url.empty()) {
        loader.fault(loader.loaded.origin.at("mail.domain"),
                     "mail.domain needs public_url for the links in emails");
    }
}

// --- printing ---

std::string value_text(const Setting& setting, const Config& config) {
    if (const auto* text = std::get_if<Setting::Text>(&setting.member))
        return in_quotes(config.**text);
    if (const auto* number = std::get_if<Setting::Number>(&setting.member)) {
        return std::to_string(config.**number);
    }
    std::string list;
    for (const std::string& text : config.*std::get<Setting::List>(setting.member)) {
        list += (list.empty() ? "" : ", ") + in_quotes(text);
    }
    return "[" + list + "]";
}

// One "key = value" a setting, under its table's heading; `before` and `after` frame each line.
template <class Before, class After>
std::string print_settings(const Config& config, Before before, After after) {
    std::string text;
    std::string_view table;
    for (const Setting& setting : settings()) {
        const std::size_t dot = setting.name.find('.');
        const bool is_nested = dot != std::string_view::npos;
        if (is_nested && setting.name.substr(0, dot) != table) {
            table = setting.name.substr(0, dot);
            text += "\n[" + std::string(table) + "]\n";
        }
        const std::string_view key = is_nested ? setting.name.substr(dot + 1) : setting.name;
        text += before(setting) + std::string(key) + " = " + value_text(setting, config) +
                after(setting) + "\n";
    }
    return text;
}

std::string explained(const Setting& setting) {
    std::string text = "# " + std::string(setting.help);
    if (std::holds_alternative<Setting::Number>(setting.member)) {
        text += " From " + std::to_string(setting.min) + " to " + std::to_string(setting.max);
        text += setting.unit.empty() ? "." : ", " + std::string(setting.unit) + ".";
    }
    return text + "\n# " + setting.variable() + ", " + setting.flag() + "\n";
}

}  // namespace

std::string Setting::variable() const {
    return std::string(variable_prefix) +
           spelled(short_name.empty() ? name : short_name, '_', std::toupper);
}

std::string Setting::flag() const {
    return "--" + spelled(short_name.empty() ? name : short_name, '-', std::tolower);
}

LoadedConfig load_config(const Sources& sources) {
    Loader loader;
    if (const auto file = file_of(sources)) {
        read_file(loader, *file);
        loader.loaded.file = file;
    }
    read_environment(loader, sources.environment);
    read_flags(loader, sources.flags);
    check_together(loader);
    return std::move(loader.loaded);
}

std::string print_config(const LoadedConfig& loaded) {
    const auto origin = [&loaded](const Setting& setting) {
        const auto found = loaded.origin.find(std::string(setting.name));
        return "  # " + (found == loaded.origin.end() ? std::string("default") : found->second);
    };
    return print_settings(loaded.config, [](const Setting&) { return std::string(); }, origin);
}

std::string config_reference() {
    return print_settings(Config{}, explained, [](const Setting&) { return std::string(); });
}

std::string config_sample(const LoadedConfig& loaded) {
    const auto before = [&loaded](const Setting& setting) {
        const bool is_set = loaded.origin.contains(std::string(setting.name));
        return "\n" + explained(setting) + (is_set ? "" : "#");
    };
    return print_settings(loaded.config, before, [](const Setting&) { return std::string(); });
}

BadSetting::BadSetting(const std::string& setting, const std::string& path, int error)
    : std::runtime_error(
          setting + ": the file " + path + " can't be used: " +
          (error == 0 ? std::string("it has no line") : std::generic_category().message(error)) +
          ".") {}

}  // namespace tanbo::app

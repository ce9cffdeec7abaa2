#pragma once

#include <optional>
#include <string>

#include "server/config/config.hpp"

namespace tanbo::app {

// The options of `tanbod init`; what is empty is asked for in a terminal.
struct InitOptions {
    std::string name;           // of the site, in its emails
    std::string address;        // public_url
    std::string administrator;  // a handle
};

// Creates an empty database if there is none. Writes name and address into the settings file, and
// prints a link by which the first administrator chooses a password. Returns the exit code.
// Throws: store::StorageError.
int init(const LoadedConfig& loaded, InitOptions options);

// The text of a settings file with a text setting put in: in place of the line that sets it or is
// commented out, else as a new line.
std::string with_setting(const std::string& file, const std::string& name,
                         const std::string& value);

}  // namespace tanbo::app

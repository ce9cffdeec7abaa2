#pragma once

#include <optional>
#include <string>

#include "protocol/client/client.hpp"

// The identity that plays from this machine, a file for each server.
namespace tanbo::cli {

// The place of the identity for the server at `url` is kept: below $XDG_STATE_HOME, or
// ~/.local/state. Two servers never share a file. Empty if neither variable is set: then nothing
// is kept.
std::string identity_path(const std::string& url);

// The identity kept for the server, if there is one and no other user may read it.
std::optional<protocol::Credentials> kept_identity(const std::string& url);

// True if there is a file for it, even one that can't be used.
bool has_identity_file(const std::string& url);

// Keeps it, readable by no other user, all of it or what was there before. False if it can't be.
bool keep_identity(const std::string& url, const protocol::Credentials& credentials);

// The server that was signed in to last; empty if none is kept.
std::string last_server();

// Asks for a password, signs in and keeps the token; the program's exit status.
int login(const std::string& url, const std::string& handle);

}  // namespace tanbo::cli

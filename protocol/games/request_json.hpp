#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "protocol/games/proposals.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"

// Parts of requests that other messages share. Private to this folder.
namespace tanbo::protocol {

inline constexpr JsonCaps request_caps{request_bytes_max, request_depth_max, request_values_max,
                                       request_members_max};
// For what holds a position.
inline constexpr JsonCaps document_caps{request_bytes_max, request_depth_max, document_values_max,
                                        request_members_max};

template <class T, class Read>
Result<T> decode_request(std::string_view body, Read read) {
    return decode_with<T>(body, request_caps, FirstFault(), read);
}

// As decode_request, of what holds a position.
template <class T, class Read>
Result<T> decode_document(std::string_view body, Read read) {
    return decode_with<T>(body, document_caps, FirstFault(), read);
}

// As decode_request, where having nothing to say is allowed.
template <class T, class Read>
Result<T> decode_optional_request(std::string_view body, Read read) {
    const bool is_empty = body.find_first_not_of(" \t\r\n") == std::string_view::npos;
    const bool is_short = body.size() <= request_bytes_max;
    return decode_request<T>(is_empty && is_short ? "{}" : body, read);
}

// One that may be chosen.
std::string read_new_handle(const JsonReader& in);
// A new password.
std::string read_password(const JsonReader& in);
std::string read_label(const JsonReader& in);
std::string read_mail_address(const JsonReader& in);
// The member "password", the account's once more; empty if it is not there.
std::string read_confirmation(const JsonReader& in);

// The opening of the setup with this id; null and no_such_setup if there is none.
std::shared_ptr<const engine::Opening> read_setup(const JsonReader& in);

// "me", "open" or a handle for each of so many seats; no player is named twice.
std::vector<SeatRequest> read_seat_requests(const JsonReader& in, int seats);
// If they are not given: the creator first, the others open.
std::vector<SeatRequest> default_seat_requests(int seats);

// The member "seat"; nothing, for any, if it is not there.
std::optional<engine::Seat> read_wished_seat(const JsonReader& in);
// The member "seq", if it is there.
std::optional<std::uint32_t> read_seq(const JsonReader& in);
// The members "kind" and, if they are there, "target" and "seq" of an object.
MakeProposal read_proposal(const JsonReader& in);

// The members "point", "ply" and, if it is there, "seq" of an object.
PlayMove read_point_and_ply(const JsonReader& in);

}  // namespace tanbo::protocol

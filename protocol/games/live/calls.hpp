#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/games/live/call.hpp"
#include "protocol/json/json_reader.hpp"

// Operations of the REST API that a message of the live socket can name. Private to this room.
namespace tanbo::protocol {

struct LiveOperation;

// The operation of that name, which is its operationId in the OpenAPI document with dashes;
// null for any other name.
const LiveOperation* find_live_operation(std::string_view name);
// All names, in the order of the contract.
std::vector<std::string_view> live_operation_names();

// Reads the parameters of an operation: those of its path and query, `key` where REST takes an
// Idempotency-Key, and `body` where REST takes one.
LiveCall read_live_call(const LiveOperation& operation, const JsonReader& in,
                        std::string_view body);

// A message and the value of its member `body`, which is left to the decoder of the operation.
struct SplitMessage {
    std::string_view body;  // of the message; empty without one
    std::string envelope;   // the message with null in its place; empty without a body
};
// Finds the member by counting brackets. Text that is not JSON leads to a part that is not JSON.
SplitMessage split_live_body(std::string_view message);

}  // namespace tanbo::protocol

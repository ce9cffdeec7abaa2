#pragma once

// What tests of what has no threads reach: the standard headers and GoogleTest.

#include <iostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/precompiled.hpp"

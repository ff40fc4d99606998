// The version of vtc, in one place: CMake reads these three numbers.
#pragma once

#define VTC_VERSION_MAJOR 0
#define VTC_VERSION_MINOR 1
#define VTC_VERSION_PATCH 0

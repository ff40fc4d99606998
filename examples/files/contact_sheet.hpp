// Pictures as one labelled sheet: a row for each subject, a column for each treatment.
#pragma once

#include <string>
#include <vector>

#include "files/image.hpp"

namespace files {

image contact_sheet(const std::vector<image>& pictures, const std::vector<std::string>& rows, const std::vector<std::string>& columns);

}  // namespace files

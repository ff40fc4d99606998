// Independent items over the machine's cores, with a progress bar on stderr.
#pragma once

#include <functional>
#include <string>

namespace experiment {

int lane_count();  // how many items run at the same time: the machine's cores

// Calls body(item, lane) once for every item. Items of one lane run one after the other, so a lane may own scratch memory and counters.
// The first exception ends the run and is thrown here.
void for_each_item(const std::string& title, int items, const std::function<void(int item, int lane)>& body);

}  // namespace experiment

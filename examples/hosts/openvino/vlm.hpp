// A vision-language model in OpenVINO's format: the vision part is cut between encoder and projector, and the language part reads fewer rows.
#pragma once

namespace vlm {

// The command line: --vision IR --language IR --pixels NPY ..., see --help. Returns the exit code.
int main_of(int count, char** arguments);

}  // namespace vlm

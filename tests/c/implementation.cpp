// The one file of a program that holds the C interface.
#include "vtc/c/implementation.hpp"

// The host of host.c in C++11.
#define HOST_RUN host_cxx11_run
#include "host.c"
static_assert(__cplusplus == 201103L, "this file is C++11");

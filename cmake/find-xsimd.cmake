# Sets VTC_XSIMD_INCLUDE_DIR, the folder above xsimd/xsimd.hpp, or VTC_XSIMD_MISSING, a sentence for whoever lacks it. Used by the
# build and by the installed package; the only place that knows how xsimd is packaged.
#
# By path, not by target: the package of Debian 12 (xsimd 8.1.0) exports a target that links a library `xtl` which does not exist.

find_path(VTC_XSIMD_INCLUDE_DIR xsimd/xsimd.hpp DOC "Folder above xsimd/xsimd.hpp (8.1 or newer)")
mark_as_advanced(VTC_XSIMD_INCLUDE_DIR)

set(VTC_XSIMD_MISSING "vtc needs the headers of xsimd 8.1 or newer: install them (Debian: libxsimd-dev), or set VTC_XSIMD_INCLUDE_DIR or CMAKE_PREFIX_PATH.")
if(VTC_XSIMD_INCLUDE_DIR)
  file(STRINGS "${VTC_XSIMD_INCLUDE_DIR}/xsimd/config/xsimd_config.hpp" vtc_xsimd_version REGEX "define XSIMD_VERSION_(MAJOR|MINOR) ")
  string(REGEX MATCHALL "[0-9]+" vtc_xsimd_version "${vtc_xsimd_version}")
  list(JOIN vtc_xsimd_version . vtc_xsimd_version)
  if(vtc_xsimd_version VERSION_LESS 8.1)
    string(PREPEND VTC_XSIMD_MISSING "${VTC_XSIMD_INCLUDE_DIR} holds xsimd ${vtc_xsimd_version}. ")
    set(VTC_XSIMD_INCLUDE_DIR "")
  endif()
endif()

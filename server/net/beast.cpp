// Beast, compiled once: see BOOST_BEAST_SEPARATE_COMPILATION in server/base/CMakeLists.txt.
#include <boost/beast/src.hpp>

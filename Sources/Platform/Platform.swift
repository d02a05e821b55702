// What a program needs of the system it runs on, by one name everywhere: the C library, and of Foundation what its core has.
//
// On Linux that core is a library of its own. All of Foundation would bring 40 MB of calendars and collation tables into an
// executable that has to carry its libraries with it, and nothing here needs them.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

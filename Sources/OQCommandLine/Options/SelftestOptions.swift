/// What `selftest` is asked to do; the command takes neither arguments nor options.
package struct SelftestOptions: Hashable, Sendable {
  init() {}
}

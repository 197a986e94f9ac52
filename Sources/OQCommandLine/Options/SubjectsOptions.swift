/// What `subjects` is asked to do; the command takes neither arguments nor options.
package struct SubjectsOptions: Hashable, Sendable {
  init() {}
}

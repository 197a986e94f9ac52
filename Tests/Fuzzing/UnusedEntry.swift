/// What libFuzzer's own `main` refers to.
///
/// The linker takes that `main` from the library before it learns that this program has one of its
/// own; it never runs.
@_cdecl("LLVMFuzzerTestOneInput")
func unusedEntry(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }

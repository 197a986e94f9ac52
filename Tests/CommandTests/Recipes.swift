import Foundation

/// The files of `Spec/Recipes`, and what they are tried with.
enum Recipes {
  /// The folder of the package.
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The path of a recipe.
  static func path(_ name: String) -> String {
    package.appending(path: "Spec/Recipes/\(name)").path
  }

  /// The text of a recipe.
  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The documents of a recipe in YAML.
  static func yaml(_ name: String) throws -> [YAML] { try YAML.documents(text(name)) }

  /// Writes a program in shell and gives its path.
  ///
  /// Another process writes it. A child that is forked at the same time would inherit a file that
  /// is open for writing here, and while it has it, the system does not run the program.
  static func program(_ body: String, to name: String, in folder: Folder) async throws -> String {
    let text = try folder.write("#!/bin/sh\n\(body)\n", to: "\(name).text")
    let path = "\(folder.path)/\(name)"
    let words = ["-m", "755", text, path]
    let copy = try await Command(words, of: "/usr/bin/install", in: folder).end()
    guard copy.status == 0 else { throw YAML.Refusal(description: copy.errors) }
    return path
  }

  /// Makes a release archive with a command of its own: `NAME/bin/oqcheck` in `NAME.tar.gz`.
  static func archive(
    of body: String, named name: String = "archive", in folder: Folder
  ) async throws -> Archive {
    _ = try await program(body, to: "packed/\(name)/bin/oqcheck", in: folder)
    let words = ["-czf", "\(name).tar.gz", "-C", "packed", name]
    let tar = try await Command(words, of: "/bin/tar", in: folder).end()
    guard tar.status == 0 else { throw YAML.Refusal(description: tar.errors) }
    let sum = try await Command(["\(name).tar.gz"], of: "/usr/bin/sha256sum", in: folder).end()
    return Archive(path: "\(folder.path)/\(name).tar.gz", sum: String(sum.output.prefix(64)))
  }

  /// A release archive and its checksum.
  struct Archive {
    let path: String
    var sum: String

    /// What recipes are told of it.
    var variables: [String: String] { ["OQCHECK_ARCHIVE": path, "OQCHECK_SHA256": sum] }
  }

  /// Writes `adapter.sh`, which judges nothing unless it gets its argument `--serve it`.
  static func writeAdapter(running command: String, in folder: Folder) async throws {
    let body = "[ \"$1 $2\" = '--serve it' ] || exit 9\nexec '\(command)' serve reference"
    _ = try await program(body, to: "adapter.sh", in: folder)
  }

  /// A directory of programs before those of the system: `python3` runs the adapter that examples
  /// name, and `oqcheck` is the command.
  static func path(with command: String, in folder: Folder) async throws -> String {
    let adapter = "case $1 in */adapter.py | adapter.py) exec '\(command)' serve reference ;; esac"
    _ = try await program("\(adapter)\nexit 9", to: "tools/python3", in: folder)
    _ = try await program("exec '\(command)' \"$@\"", to: "tools/oqcheck", in: folder)
    return "\(folder.path)/tools:/usr/bin:/bin"
  }

  /// A command that runs nothing: it notes its words in `words`, writes empty reports, and ends
  /// with `PART` for a part and `WHOLE` for the merge.
  static let stub = """
    for word; do printf '<%s>' "$word" >>"$NOTES/words"; done
    echo >>"$NOTES/words"
    [ "$1" = run ] || exit "$WHOLE"
    for word; do case $word in json=*) : >"${word#json=}" ;; esac; done
    exit "$PART"
    """
}

import OQSpecification

/// The words of one command, told apart by its row of the table but not yet read as values.
struct Arguments {
  private let syntax: CommandSyntax
  /// The texts of each option in the order given; a flag has one empty text.
  private var texts: [String: [String]] = [:]
  private var words: [String] = []
  /// How many of `words` stood before `--`.
  private var wordsBeforeSeparator = 0

  /// Tells options from arguments.
  ///
  /// - Parameters:
  ///   - words: What follows the name of the command.
  ///   - syntax: The row of the command.
  /// - Throws: The first thing that is wrong, from the left.
  init(_ words: [String], syntax: CommandSyntax) throws(UsageError) {
    self.syntax = syntax
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        wordsBeforeSeparator = self.words.count
        self.words += rest
        try checkRelations()
        return
      }
      if word.hasPrefix("-"), word != "-" {
        try takeOption(word, &rest)
      } else {
        self.words.append(word)
      }
    }
    wordsBeforeSeparator = self.words.count
    try checkRelations()
  }

  private mutating func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard word.hasPrefix("--"), let name = parts.first, let option = syntax.option(name) else {
      throw unknown(word, name: parts.first ?? "")
    }
    if !option.isRepeatable, texts[option.name] != nil {
      throw error(.repeatedOption(option.name))
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if option.placeholder == nil {
      if let attached {
        throw error(.unexpectedValue(option: option.name, value: attached))
      }
      texts[option.name] = [""]
      return
    }
    // A word that looks like an option is not taken as a value: `--rules --strict` has lost one.
    let following = rest.first?.hasPrefix("--") == false ? rest.first : nil
    guard let text = attached ?? following else {
      throw error(.missingValue(option: option.name, expected: option.expected))
    }
    if attached == nil { rest.removeFirst() }
    texts[option.name, default: []].append(text)
  }

  private func unknown(_ word: String, name: Substring) -> UsageError {
    let known = syntax.options.map(\.name) + [CommandTable.helpOption]
    let typed = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
    let suggestion = word.hasPrefix("--") ? Suggestion.nearest(name, among: known).first : nil
    return error(.unknownOption(typed, suggestion: suggestion))
  }

  private func checkRelations() throws(UsageError) {
    for pair in syntax.exclusions where pair.allSatisfy({ texts[$0] != nil }) {
      throw error(.exclusiveOptions(pair[0], pair[1]))
    }
    for (place, positional) in syntax.positionals.enumerated()
    where place >= words.count && !positional.isOptional {
      throw error(.missingArgument(positional.name))
    }
    // A program's own words can only stand after `--`: before it they would be read as options.
    let surplus =
      takesProgram
      ? words.prefix(wordsBeforeSeparator).dropFirst()
      : words.dropFirst(
        syntax.positionals.last?.isRepeatable == true ? words.count : syntax.positionals.count)
    if let word = surplus.first { throw error(.unexpectedArgument(word)) }
  }

  /// Whether the words after the first are a program and its arguments.
  private var takesProgram: Bool {
    syntax.positionals.first?.takesProgram == true && words.count > 1
      && words.first == SubjectReference.execPrefix
  }

  // MARK: Reading

  /// Whether a flag is given.
  func has(_ flag: Flag) -> Bool { texts[flag.syntax.name] != nil }

  /// Whether an option is given.
  func has<Value>(_ option: Option<Value>) -> Bool { texts[option.syntax.name] != nil }

  /// The value of an option, or that of its default text.
  func value<Value>(_ option: Option<Value>) throws(UsageError) -> Value {
    guard let text = texts[option.syntax.name]?.last ?? option.syntax.defaultText else {
      throw error(.missingValue(option: option.syntax.name, expected: option.syntax.expected))
    }
    return try read(text, option.kind, place: "--\(option.syntax.name)")
  }

  /// The value of an option; `nil` if it is not given.
  func given<Value>(_ option: Option<Value>) throws(UsageError) -> Value? {
    has(option) ? try value(option) : nil
  }

  /// The values of an option that may be given more than once, in order.
  func values<Value>(_ option: Option<Value>) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for text in texts[option.syntax.name] ?? [] {
      values.append(try read(text, option.kind, place: "--\(option.syntax.name)"))
    }
    return values
  }

  /// An optional argument; `nil` if it is not there.
  func given<Value>(_ positional: Positional<Value>) throws(UsageError) -> Value? {
    let place = syntax.positionals.firstIndex(of: positional.syntax)
    guard let place, words.indices.contains(place) else { return nil }
    return try read(words[place], positional.kind, place: positional.syntax.name)
  }

  /// A required argument.
  func value<Value>(_ positional: Positional<Value>) throws(UsageError) -> Value {
    guard let value = try given(positional) else {
      throw error(.missingArgument(positional.syntax.name))
    }
    return value
  }

  /// The words of an argument that may be repeated, in order.
  func values<Value>(_ positional: Positional<Value>) throws(UsageError) -> [Value] {
    guard let place = syntax.positionals.firstIndex(of: positional.syntax) else { return [] }
    var values: [Value] = []
    for word in words.dropFirst(place) {
      values.append(try read(word, positional.kind, place: positional.syntax.name))
    }
    return values
  }

  /// The subject: one word, or the words after `exec: --`.
  func subject(_ positional: Positional<SubjectReference>) throws(UsageError) -> SubjectReference {
    guard takesProgram else { return try value(positional) }
    guard let subject = SubjectReference(program: Array(words.dropFirst())) else {
      throw invalid("", positional.kind, place: positional.syntax.name)
    }
    return subject
  }

  /// An error of this command.
  func error(_ reason: UsageError.Reason) -> UsageError {
    UsageError(reason, command: syntax.name)
  }

  /// The value that a text stands for.
  func read<Value>(
    _ text: String, _ kind: ValueKind<Value>, place: String
  ) throws(UsageError) -> Value {
    guard let value = kind.read(text) else { throw invalid(text, kind, place: place) }
    return value
  }

  private func invalid<Value>(
    _ text: String, _ kind: ValueKind<Value>, place: String
  ) -> UsageError {
    error(
      .invalidValue(
        text, place: place, expected: kind.expected,
        suggestion: kind.suggest(text)))
  }
}

import OQAdapters
import OQCommandLine
import OQText

/// `oqcheck subjects`: lists what can be judged, first what the executable adds.
enum SubjectsCommand {
  static func run(_ console: Console) -> ExitStatus {
    var table = TextTable([
      TextTable.Column("name"), TextTable.Column("what it is"),
    ])
    for subject in console.toolbox.added {
      let description = subject.description
      table.rows.append([
        TextTable.Cell(description.name),
        TextTable.Cell("added by this executable, version \(description.version)"),
      ])
    }
    table.rows.append(["model", "the executable specification itself: legal histories, no threads"])
    for row in console.toolbox.rows {
      table.rows.append([TextTable.Cell(row.name), TextTable.Cell(row.summary)])
    }
    let mutants = console.toolbox.mutants.count
    if mutants > 0 {
      let summary =
        "one of \(mutants) queues, each broken in one way; 'oqcheck explain RULE' names them"
      table.rows.append(["mutant:NAME", TextTable.Cell(summary)])
    }
    table.rows.append(["exec:WORDS", "a program that speaks the wire protocol, in any language"])
    for line in table.lines(width: console.output.width, palette: console.output.palette) {
      console.write(line + "\n")
    }
    return .conformant
  }
}

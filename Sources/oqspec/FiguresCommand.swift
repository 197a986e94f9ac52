import Foundation
import OQReports
import OQSite

/// `oqspec figures NAME REPORT.json`: keeps what a report says of a subject.
enum FiguresCommand {
  static func run(_ words: [String]) throws {
    let date = words.count == 4 && words[2] == "--date" ? words[3] : today
    guard words.count == 2 || words.count == 4, words[0].allSatisfy(isPlain), !words[0].isEmpty,
      date.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
    else {
      throw Failure(
        message: "usage: oqspec figures NAME REPORT.json [--date YYYY-MM-DD]; "
          + "a name has small letters, digits and hyphens", status: 64)
    }
    guard let text = try? String(contentsOfFile: words[1], encoding: .utf8) else {
      throw Failure(message: "\(words[1]) cannot be read", status: 66)
    }
    let figures: SubjectFigures
    do throws(JSONFault) {
      figures = SubjectFigures(try JSONFormat.read(text), subject: words[0], date: date)
    } catch {
      throw Failure(message: "\(words[1]): \(error)", status: 65)
    }
    let path = "Spec/Figures/\(words[0]).json"
    try FileManager.default.createDirectory(
      atPath: "Spec/Figures", withIntermediateDirectories: true)
    try figures.text().write(toFile: path, atomically: true, encoding: .utf8)
    print("wrote \(path): \(figures.rules.count) rules, \(figures.programs) programs")
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLowercase || character.isNumber || character == "-")
  }

  /// The present day in the time zone of Greenwich.
  private static var today: String {
    String(Date.now.formatted(.iso8601).prefix(10))
  }
}

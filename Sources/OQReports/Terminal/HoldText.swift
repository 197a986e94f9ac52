import OQReport

extension Report {
  /// What became of the schedules in which lanes were held at points of the subject, as the end of
  /// a sentence that begins with *holds*; every format says it.
  ///
  /// `212 schedules of 9 programs ran; 3 broke a rule; 150 held as meant, 40 given up, 22 not
  /// reached; 1083 points seen`. A scan that tried nothing says so, as does a run without holds.
  package var holdsLine: String {
    guard let holds else { return "none; lanes were not held at points of the subject" }
    var parts: [String] = []
    if holds.programs > 0 {
      parts = [
        "\(counted(holds.schedules, "schedule")) of \(counted(holds.programs, "program")) ran",
        "\(holds.showings) broke a rule",
        "\(holds.held) held as meant, \(holds.givenUp) given up, \(holds.notReached) not reached"
          + (holds.deaths > 0 ? ", \(holds.deaths) ended the process" : ""),
        "\(counted(holds.points, "point")) seen",
      ]
      if let lanes = holds.lanes {
        parts.append(
          lanes.withoutPoints == 0
            ? "some in every lane"
            : "none in \(lanes.withoutPoints) of \(counted(lanes.all, "lane"))")
      }
    } else if holds.blind == 0, holds.drawn == nil, holds.kept == nil {
      parts = ["no program was scanned"]
    }
    if let kept = holds.kept {
      parts.append(
        kept.programs == 1
          ? "1 program of files followed its pins, and broke \(kept.showings == 1 ? "a" : "no") rule"
          : "\(kept.programs) programs of files followed their pins, "
            + "of which \(kept.showings) broke a rule")
    }
    if let drawn = holds.drawn {
      parts.append(
        "\(counted(drawn, "time")) a lane was held for a moment, at a point that was drawn")
    }
    if holds.blind > 0 {
      parts.append(
        holds.programs == 0
          ? "no scan: no point of the subject can be seen"
          : "in \(counted(holds.blind, "program")) no point of the subject was seen")
    }
    if holds.large > 0 {
      parts.append("of \(counted(holds.large, "program")) some of the points were tried")
    }
    return parts.joined(separator: "; ")
  }
}

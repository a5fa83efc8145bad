/// A song of a music program: many small objects, most of whose members are small integers.
extension Document {
  /// The instruments and the notes of a song, 240 KB.
  static let presets = Document(name: "presets") { writer, random in
    writer.object {
      $0.null("graph")
      $0.array("instruments") {
        for number in 0..<40 { $0.object { writeInstrument(number, &$0, &random) } }
      }
      $0.member("message", random.words(12))
      $0.member("name", "a song")
      $0.member("order", "0,1,2,2,3")
      $0.array("patterns") {
        for _ in 0..<14 { $0.object { writePattern(&$0, &random) } }
      }
      $0.array("plugins") { _ in }
      $0.member("tempo", 125)
      $0.object("version") {
        $0.member("major", 1)
        $0.member("minor", 27)
      }
    }
  }

  private static func writeInstrument(
    _ number: Int,
    _ writer: inout JSONWriter,
    _ random: inout SplitMix64
  ) {
    writer.member("cutoff", random.number(0..<128))
    writer.member("cutoff_enabled", random.chance(20))
    writer.member("filter_mode", 255)
    writer.member("resonance", 0)
    writer.member("resonance_enabled", false)
    writer.member("fade_out", 1024)
    writer.member("volume", 64)
    writer.member("file", "")
    writer.member("bank", 0)
    writer.member("channel", 0)
    writer.member("name", random.words(2))
    writer.member("action", random.number(0..<4))
    writer.array("note_map") {
      for note in 0..<24 {
        $0.object {
          $0.member("note", note + 1)
          $0.member("sample", number)
        }
      }
    }
    writer.member("panning", 128)
    for name in ["panning_envelope", "pitch_envelope", "volume_envelope"] {
      writer.object(name) { writeEnvelope(&$0, &random) }
    }
    writer.null("tempo_lock")
  }

  private static func writeEnvelope(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    writer.member("carries", false)
    writer.member("is_enabled", random.chance(30))
    writer.member("loop_start", 0)
    writer.member("loop_end", 0)
    writer.array("nodes") {
      for node in 0..<random.number(2..<9) {
        $0.object {
          $0.member("tick", 16 * node)
          $0.member("value", random.number(0..<65))
        }
      }
    }
    if random.chance(50) {
      writer.member("release_node", random.number(0..<5))
    } else {
      writer.null("release_node")
    }
  }

  private static func writePattern(_ writer: inout JSONWriter, _ random: inout SplitMix64) {
    writer.array("cells") {
      for _ in 0..<120 {
        $0.object {
          $0.member("channel", random.number(0..<16))
          $0.member("effect", random.number(0..<30))
          $0.member("parameter", random.number(0..<256))
          $0.member("instrument", random.number(0..<40))
          $0.member("note", random.number(0..<120))
          $0.member("row", random.number(0..<64))
          $0.member("volume_effect", random.number(0..<3))
          $0.member("volume", random.number(0..<65))
        }
      }
    }
    writer.member("name", "")
    writer.member("rows", 64)
    writer.member("rows_per_beat", 4)
  }
}

import Foundation

/// Does with its decoder what the program of its thread says.
struct PlayedModel: Decodable {
  init(from decoder: any Decoder) throws {
    guard let player = Player.current else { return }
    try player.play(decoder)
  }
}

extension Player {
  /// What a date closure makes of its decoder.
  static func date(_ decoder: any Decoder) throws -> Date {
    try current?.play(decoder)
    return Date(timeIntervalSinceReferenceDate: 0)
  }
}

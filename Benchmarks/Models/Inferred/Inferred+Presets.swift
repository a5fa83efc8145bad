// Inferred from presets by `bench --infer-all`; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Inferred {
  enum Presets {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Instrument.self,
      NoteMap.self,
      PanningEnvelope.self,
      Node.self,
      Pattern.self,
      Cell.self,
      Version.self,
    ]

    struct Root: Codable, Equatable {
      let graph: JSONNull?
      let instruments: [Instrument]
      let message: String
      let name: String
      let order: String
      let patterns: [Pattern]
      let plugins: [JSONValue]
      let tempo: Int
      let version: Version
    }

    struct Instrument: Codable, Equatable {
      let cutoff: Int
      let cutoff_enabled: Bool
      let filter_mode: Int
      let resonance: Int
      let resonance_enabled: Bool
      let fade_out: Int
      let volume: Int
      let file: String
      let bank: Int
      let channel: Int
      let name: String
      let action: Int
      let note_map: [NoteMap]
      let panning: Int
      let panning_envelope: PanningEnvelope
      let pitch_envelope: PanningEnvelope
      let volume_envelope: PanningEnvelope
      let tempo_lock: JSONNull?
    }

    struct NoteMap: Codable, Equatable {
      let note: Int
      let sample: Int
    }

    struct PanningEnvelope: Codable, Equatable {
      let carries: Bool
      let is_enabled: Bool
      let loop_start: Int
      let loop_end: Int
      let nodes: [Node]
      let release_node: Int?
    }

    struct Node: Codable, Equatable {
      let tick: Int
      let value: Int
    }

    struct Pattern: Codable, Equatable {
      let cells: [Cell]
      let name: String
      let rows: Int
      let rows_per_beat: Int
    }

    struct Cell: Codable, Equatable {
      let channel: Int
      let effect: Int
      let parameter: Int
      let instrument: Int
      let note: Int
      let row: Int
      let volume_effect: Int
      let volume: Int
    }

    struct Version: Codable, Equatable {
      let major: Int
      let minor: Int
    }
  }
}

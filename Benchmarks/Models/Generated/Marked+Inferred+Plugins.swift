// Generated from Inferred/Inferred+Plugins.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum Plugins {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Core.self,
      Plugin.self,
      Dependency.self,
      Developer.self,
      Signature.self,
    ]

    struct Root: Codable, Equatable, MemberwiseDecodable {
      let checkUrl: String
      let core: Core
      let id: String
      let plugins: [String: Plugin]
      let signature: Signature
      let format: Int
    }

    struct Core: Codable, Equatable, MemberwiseDecodable {
      let built: String
      let name: String
      let digest: String
      let url: String
      let version: String
    }

    struct Plugin: Codable, Equatable, MemberwiseDecodable {
      let built: String
      let dependencies: [Dependency]
      let developers: [Developer]
      let excerpt: String
      let coordinates: String
      let labels: [String]
      let name: String
      let previousDate: String?
      let previousVersion: String?
      let date: String
      let requiredCore: String
      let repository: String?
      let digest: String
      let title: String
      let url: String
      let version: String
      let wiki: String
    }

    struct Dependency: Codable, Equatable, MemberwiseDecodable {
      let name: String
      let optional: Bool
      let version: String
    }

    struct Developer: Codable, Equatable, MemberwiseDecodable {
      let account: String
      let email: String?
      let name: String?
    }

    struct Signature: Codable, Equatable, MemberwiseDecodable {
      let certificates: [String]
      let digest: String
      let signature: String
    }
  }
}

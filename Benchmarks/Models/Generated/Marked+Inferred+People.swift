// Generated from Inferred/Inferred+People.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum People {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Account.self,
      Friend.self,
    ]

    struct Root: Codable, Equatable, MemberwiseDecodable {
      let page: Int
      let accounts: [Account]
    }

    struct Account: Codable, Equatable, MemberwiseDecodable {
      let id: Int
      let picture: String
      let age: Int
      let isAdmin: Bool
      let name: String
      let company: String
      let phone: String
      let email: String
      let born: String
      let friends: [Friend]
      let about: String
    }

    struct Friend: Codable, Equatable, MemberwiseDecodable {
      let id: Int
      let name: String
      let phone: String
    }
  }
}

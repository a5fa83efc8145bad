// Generated from Inferred/Inferred+Builds.swift by Benchmarks/Models/generate; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Marked.Inferred {
  enum Builds {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Empty.self,
      Job.self,
      MainView.self,
    ]

    struct Root: Codable, Equatable, MemberwiseDecodable {
      let agents: [Empty]
      let mode: String
      let about: String
      let nodeName: String
      let executors: Int
      let motto: JSONNull?
      let jobs: [Job]
      let load: Empty
      let mainView: MainView
      let isQuieting: Bool
      let port: Int
      let otherLoad: Empty
      let checksReferrer: Bool
      let views: [MainView]
    }

    struct Empty: Codable, Equatable, MemberwiseDecodable {}

    struct Job: Codable, Equatable, MemberwiseDecodable {
      let name: String
      let url: String
      let state: String
    }

    struct MainView: Codable, Equatable, MemberwiseDecodable {
      let name: String
      let url: String
    }
  }
}

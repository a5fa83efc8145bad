// Inferred from builds by `bench --infer-all`; do not edit.
// swift-format-ignore-file

extension Inferred {
  enum Builds {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Empty.self,
      Job.self,
      MainView.self,
    ]

    struct Root: Codable, Equatable {
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

    struct Empty: Codable, Equatable {}

    struct Job: Codable, Equatable {
      let name: String
      let url: String
      let state: String
    }

    struct MainView: Codable, Equatable {
      let name: String
      let url: String
    }
  }
}

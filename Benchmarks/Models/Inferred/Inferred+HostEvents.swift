// Inferred from events by `bench --infer-all`; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Inferred {
  enum HostEvents {
    typealias Root = [HostEvent]

    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      HostEvent.self,
      Actor.self,
      Repo.self,
      Payload.self,
      Commit.self,
      Author.self,
      Issue.self,
      Org.self,
    ]

    struct HostEvent: Codable, Equatable {
      let type: String
      let created_at: String
      let actor: Actor
      let repo: Repo
      let publicValue: Bool
      let payload: Payload
      let id: String
      let org: Org?

      enum CodingKeys: String, CodingKey {
        case type
        case created_at
        case actor
        case repo
        case publicValue = "public"
        case payload
        case id
        case org
      }
    }

    struct Actor: Codable, Equatable {
      let gravatar_id: String
      let login: String
      let avatar_url: String
      let url: String
      let id: Int
    }

    struct Repo: Codable, Equatable {
      let url: String
      let id: Int
      let name: String
    }

    struct Payload: Codable, Equatable {
      let commits: [Commit]?
      let size: Int?
      let push_id: Int?
      let ref: String?
      let head: String?
      let ref_type: String?
      let description: JSONNull?
      let action: String?
      let issue: Issue?
    }

    struct Commit: Codable, Equatable {
      let url: String
      let message: String
      let distinct: Bool
      let sha: String
      let author: Author
    }

    struct Author: Codable, Equatable {
      let email: String
      let name: String
    }

    struct Issue: Codable, Equatable {
      let number: Int
      let title: String
      let body: String
      let milestone: JSONNull?
      let assignee: JSONNull?
      let labels: [JSONValue]
      let comments: Int
    }

    struct Org: Codable, Equatable {
      let id: Int
      let login: String
      let gravatar_id: JSONNull?
    }
  }
}

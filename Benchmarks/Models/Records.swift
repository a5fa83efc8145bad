struct LogLine: Codable, Equatable {
  let timestamp: String
  let level: String
  let service: String
  let message: String
  let status: Int
  let duration: Double
  let requestID: String
  let bytes: Int

  enum CodingKeys: String, CodingKey {
    case timestamp, level, service, message, status, duration
    case requestID = "request_id"
    case bytes
  }
}

struct Profile: Codable, Equatable {
  let id: Int
  let name: String
  let email: String
  let active: Bool
  let score: Double
  let createdAt: String
  let roles: [String]
  let address: Address
  let manager: Int?
  let loginCount: Int

  struct Address: Codable, Equatable {
    let street: String
    let city: String
    let postcode: String
    let country: String
  }
}

struct Pair: Codable, Equatable {
  let id: Int
  let n: Int
}

/// An event of a source code host, where most members belong to only some types of event.
struct HostEvent: Codable, Equatable {
  let id: String
  let type: String
  let createdAt: String
  let actor: Account
  let repo: Repository
  let org: Account?
  let isPublic: Bool?
  let payload: Payload

  enum CodingKeys: String, CodingKey {
    case id, type
    case createdAt = "created_at"
    case actor, repo, org
    case isPublic = "public"
    case payload
  }

  struct Account: Codable, Equatable {
    let id: Int
    let login: String
    let gravatarID: String?
    let avatarURL: String?
    let url: String?

    enum CodingKeys: String, CodingKey {
      case id, login
      case gravatarID = "gravatar_id"
      case avatarURL = "avatar_url"
      case url
    }
  }

  struct Repository: Codable, Equatable {
    let id: Int
    let name: String
    let url: String
  }

  struct Payload: Codable, Equatable {
    let action: String?
    let ref: String?
    let refType: String?
    let description: String?
    let head: String?
    let size: Int?
    let commits: [Commit]?
    let issue: Issue?
    let comment: String?
    let pages: [String]?

    enum CodingKeys: String, CodingKey {
      case action, ref
      case refType = "ref_type"
      case description, head, size, commits, issue, comment, pages
    }
  }

  struct Commit: Codable, Equatable {
    let sha: String
    let message: String
    let author: Author
    let distinct: Bool?
    let url: String?
  }

  struct Author: Codable, Equatable {
    let name: String
    let email: String?
  }

  struct Issue: Codable, Equatable {
    let number: Int
    let title: String
    let body: String?
    let milestone: String?
    let assignee: Account?
    let labels: [String]
    let comments: Int?
  }
}

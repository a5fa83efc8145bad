// Inferred from feed and feed, escaped by `bench --infer-all`; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Inferred {
  enum SocialFeed {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Post.self,
      Metadata.self,
      User.self,
      Entities.self,
      Hashtag.self,
      Mention.self,
      Quoted.self,
      Page.self,
    ]

    struct Root: Codable, Equatable {
      let posts: [Post]
      let page: Page
    }

    struct Post: Codable, Equatable {
      let metadata: Metadata
      let created_at: String
      let id: Int
      let id_str: String
      let text: String
      let source: String
      let truncated: Bool
      let geo: JSONNull?
      let place: JSONNull?
      let user: User
      let like_count: Int
      let share_count: Int
      let in_reply_to_id_str: String?
      let entities: Entities
      let favorited: Bool
      let shared: Bool
      let lang: String
      let quoted: Quoted?
      let possibly_sensitive: Bool?
    }

    struct Metadata: Codable, Equatable {
      let result_type: String
      let iso_language_code: String
    }

    struct User: Codable, Equatable {
      let id: Int
      let id_str: String
      let name: String
      let screen_name: String
      let location: String
      let description: String
      let protected: Bool
      let followers_count: Int
      let friends_count: Int
      let listed_count: Int
      let created_at: String
      let utc_offset: JSONNull?
      let time_zone: JSONNull?
      let geo_enabled: Bool
      let verified: Bool
      let posts_count: Int
      let is_translator: Bool
      let background_color: String
      let background_image_url: String
      let profile_image_url: String
      let link_color: String
      let sidebar_fill_color: String
      let default_profile: Bool
      let following: Bool
      let notifications: Bool
      let url: String?
    }

    struct Entities: Codable, Equatable {
      let hashtags: [Hashtag]
      let symbols: [JSONValue]
      let urls: [JSONValue]
      let mentions: [Mention]
    }

    struct Hashtag: Codable, Equatable {
      let text: String
      let indices: [Int]
    }

    struct Mention: Codable, Equatable {
      let screen_name: String
      let name: String
      let id: Int
      let id_str: String
      let indices: [Int]
    }

    struct Quoted: Codable, Equatable {
      let metadata: Metadata
      let created_at: String
      let id: Int
      let id_str: String
      let text: String
      let source: String
      let truncated: Bool
      let geo: JSONNull?
      let place: JSONNull?
      let user: User
      let like_count: Int
      let share_count: Int
      let in_reply_to_id_str: String?
      let entities: Entities
      let favorited: Bool
      let shared: Bool
      let lang: String
      let possibly_sensitive: Bool?
    }

    struct Page: Codable, Equatable {
      let count: Int
      let completed_in: Double
      let next: String
      let refresh: String
      let query: String
    }
  }
}

// Inferred from twitter.json by `bench --infer-all`; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Inferred {
  enum Twitter {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Status.self,
      Metadata.self,
      User.self,
      Entities.self,
      Description.self,
      Url.self,
      Entities2.self,
      Hashtag.self,
      UserMention.self,
      Media.self,
      Sizes.self,
      Medium.self,
      RetweetedStatus.self,
      SearchMetadata.self,
    ]

    struct Root: Codable, Equatable {
      let statuses: [Status]
      let search_metadata: SearchMetadata
    }

    struct Status: Codable, Equatable {
      let metadata: Metadata
      let created_at: String
      let id: Int
      let id_str: String
      let text: String
      let source: String
      let truncated: Bool
      let in_reply_to_status_id: Int?
      let in_reply_to_status_id_str: String?
      let in_reply_to_user_id: Int?
      let in_reply_to_user_id_str: String?
      let in_reply_to_screen_name: String?
      let user: User
      let geo: JSONNull?
      let coordinates: JSONNull?
      let place: JSONNull?
      let contributors: JSONNull?
      let retweet_count: Int
      let favorite_count: Int
      let entities: Entities2
      let favorited: Bool
      let retweeted: Bool
      let lang: String
      let retweeted_status: RetweetedStatus?
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
      let url: String?
      let entities: Entities
      let protected: Bool
      let followers_count: Int
      let friends_count: Int
      let listed_count: Int
      let created_at: String
      let favourites_count: Int
      let utc_offset: Int?
      let time_zone: String?
      let geo_enabled: Bool
      let verified: Bool
      let statuses_count: Int
      let lang: String
      let contributors_enabled: Bool
      let is_translator: Bool
      let is_translation_enabled: Bool
      let profile_background_color: String
      let profile_background_image_url: String
      let profile_background_image_url_https: String
      let profile_background_tile: Bool
      let profile_image_url: String
      let profile_image_url_https: String
      let profile_banner_url: String?
      let profile_link_color: String
      let profile_sidebar_border_color: String
      let profile_sidebar_fill_color: String
      let profile_text_color: String
      let profile_use_background_image: Bool
      let default_profile: Bool
      let default_profile_image: Bool
      let following: Bool
      let follow_request_sent: Bool
      let notifications: Bool
    }

    struct Entities: Codable, Equatable {
      let description: Description
      let url: Description?
    }

    struct Description: Codable, Equatable {
      let urls: [Url]
    }

    struct Url: Codable, Equatable {
      let url: String
      let expanded_url: String
      let display_url: String
      let indices: [Int]
    }

    struct Entities2: Codable, Equatable {
      let hashtags: [Hashtag]
      let symbols: [JSONValue]
      let urls: [Url]
      let user_mentions: [UserMention]
      let media: [Media]?
    }

    struct Hashtag: Codable, Equatable {
      let text: String
      let indices: [Int]
    }

    struct UserMention: Codable, Equatable {
      let screen_name: String
      let name: String
      let id: Int
      let id_str: String
      let indices: [Int]
    }

    struct Media: Codable, Equatable {
      let id: Int
      let id_str: String
      let indices: [Int]
      let media_url: String
      let media_url_https: String
      let url: String
      let display_url: String
      let expanded_url: String
      let type: String
      let sizes: Sizes
      let source_status_id: Int?
      let source_status_id_str: String?
    }

    struct Sizes: Codable, Equatable {
      let medium: Medium
      let small: Medium
      let thumb: Medium
      let large: Medium
    }

    struct Medium: Codable, Equatable {
      let w: Int
      let h: Int
      let resize: String
    }

    struct RetweetedStatus: Codable, Equatable {
      let metadata: Metadata
      let created_at: String
      let id: Int
      let id_str: String
      let text: String
      let source: String
      let truncated: Bool
      let in_reply_to_status_id: Int?
      let in_reply_to_status_id_str: String?
      let in_reply_to_user_id: Int?
      let in_reply_to_user_id_str: String?
      let in_reply_to_screen_name: String?
      let user: User
      let geo: JSONNull?
      let coordinates: JSONNull?
      let place: JSONNull?
      let contributors: JSONNull?
      let retweet_count: Int
      let favorite_count: Int
      let entities: Entities2
      let favorited: Bool
      let retweeted: Bool
      let possibly_sensitive: Bool?
      let lang: String
    }

    struct SearchMetadata: Codable, Equatable {
      let completed_in: Double
      let max_id: Int
      let max_id_str: String
      let next_results: String
      let query: String
      let refresh_url: String
      let count: Int
      let since_id: Int
      let since_id_str: String
    }
  }
}

// Generated from Feed.swift by Benchmarks/Models/generate; do not edit.

import StreamJSON

extension Marked {
  /// What an app would keep of a page of a social feed, which has more.
  struct Feed: Codable, Equatable, MemberwiseDecodable {
    let posts: [Post]
    let page: Page

    struct Page: Codable, Equatable, MemberwiseDecodable {
      let count: Int
      let next: String?
    }

    struct Post: Codable, Equatable, MemberwiseDecodable {
      let id: Int
      let createdAt: String
      let text: String
      let user: Author
      let likeCount: Int
      let shareCount: Int
      let replyTo: String?
      let entities: Entities
      let quoted: Quoted?
      let isSensitive: Bool?
      let language: String?

      enum CodingKeys: String, CodingKey {
        case id
        case createdAt = "created_at"
        case text
        case user
        case likeCount = "like_count"
        case shareCount = "share_count"
        case replyTo = "in_reply_to_id_str"
        case entities
        case quoted
        case isSensitive = "possibly_sensitive"
        case language = "lang"
      }
    }

    struct Quoted: Codable, Equatable, MemberwiseDecodable {
      let id: Int
      let text: String
      let user: Author
    }

    struct Author: Codable, Equatable, MemberwiseDecodable {
      let id: Int
      let name: String
      let screenName: String
      let location: String?
      let url: String?
      let followersCount: Int
      let isVerified: Bool
      let imageAddress: String
      let bannerAddress: String?

      enum CodingKeys: String, CodingKey {
        case id
        case name
        case screenName = "screen_name"
        case location
        case url
        case followersCount = "followers_count"
        case isVerified = "verified"
        case imageAddress = "profile_image_url"
        case bannerAddress = "profile_banner_url"
      }
    }

    struct Entities: Codable, Equatable, MemberwiseDecodable {
      let hashtags: [Hashtag]
      let mentions: [Mention]?
      let media: [Media]?
    }

    struct Hashtag: Codable, Equatable, MemberwiseDecodable {
      let text: String
      let indices: [Int]
    }

    struct Mention: Codable, Equatable, MemberwiseDecodable {
      let name: String
      let id: Int
      let indices: [Int]
    }

    struct Media: Codable, Equatable, MemberwiseDecodable {
      let url: String
    }
  }
}

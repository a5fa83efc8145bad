// Generated from Timeline+Entities.swift by Benchmarks/Models/generate; do not edit.

import StreamJSON

extension Marked.Timeline {
  struct Entities: Codable, Equatable, MemberwiseDecodable {
    let hashtags: [Hashtag]
    let symbols: [Hashtag]
    let urls: [Link]
    let userMentions: [Mention]
    let media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags
      case symbols
      case urls
      case userMentions = "user_mentions"
      case media
    }
  }

  struct Hashtag: Codable, Equatable, MemberwiseDecodable {
    let text: String
    let indices: [Int]
  }

  struct Link: Codable, Equatable, MemberwiseDecodable {
    let url: String
    let expandedURL: String
    let displayURL: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case url
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
      case indices
    }
  }

  struct Mention: Codable, Equatable, MemberwiseDecodable {
    let screenName: String
    let name: String
    let id: Int
    let idStr: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name
      case id
      case idStr = "id_str"
      case indices
    }
  }

  struct Media: Codable, Equatable, MemberwiseDecodable {
    let id: Int
    let idStr: String
    let indices: [Int]
    let mediaURL: String
    let mediaURLHTTPS: String
    let url: String
    let displayURL: String
    let expandedURL: String
    let type: String
    let sizes: Sizes
    let sourceStatusID: Int?
    let sourceStatusIDStr: String?

    enum CodingKeys: String, CodingKey {
      case id
      case idStr = "id_str"
      case indices
      case mediaURL = "media_url"
      case mediaURLHTTPS = "media_url_https"
      case url
      case displayURL = "display_url"
      case expandedURL = "expanded_url"
      case type
      case sizes
      case sourceStatusID = "source_status_id"
      case sourceStatusIDStr = "source_status_id_str"
    }
  }

  struct Sizes: Codable, Equatable, MemberwiseDecodable {
    let medium: Size
    let small: Size
    let thumb: Size
    let large: Size
  }

  struct Size: Codable, Equatable, MemberwiseDecodable {
    let w: Int
    let h: Int
    let resize: String
  }
}

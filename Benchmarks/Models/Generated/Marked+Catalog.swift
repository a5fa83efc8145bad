// Generated from Catalog.swift by Benchmarks/Models/generate; do not edit.

import StreamJSON

extension Marked {
  /// The program of several concert halls: every member of citm_catalog.json and of the document
  /// modeled on it.
  struct Catalog: Codable, Equatable, MemberwiseDecodable {
    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]?
    let topicNames: [String: String]?
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]

    struct Event: Codable, Equatable, MemberwiseDecodable {
      let description: String?
      let id: Int
      let logo: String?
      let name: String
      let subTopicIds: [Int]
      let subjectCode: Int?
      let subtitle: String?
      let topicIds: [Int]
    }

    struct Performance: Codable, Equatable, MemberwiseDecodable {
      let eventId: Int
      let id: Int
      let logo: String?
      let name: String?
      let prices: [Price]
      let seatCategories: [SeatCategory]
      let seatMapImage: String?
      let start: Int
      let venueCode: String
    }

    struct Price: Codable, Equatable, MemberwiseDecodable {
      let amount: Int
      let audienceSubCategoryId: Int
      let seatCategoryId: Int
    }

    struct SeatCategory: Codable, Equatable, MemberwiseDecodable {
      let areas: [Area]
      let seatCategoryId: Int
    }

    struct Area: Codable, Equatable, MemberwiseDecodable {
      let areaId: Int
      let blockIds: [Int]
    }
  }
}

// Inferred from catalog by `bench --infer-all`; do not edit.
// swift-format-ignore-file

import StreamJSON

extension Inferred {
  enum Halls {
    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Root.self,
      Empty.self,
      Event.self,
      Performance.self,
      Price.self,
      SeatCategory.self,
      Area.self,
      VenueNames.self,
    ]

    struct Root: Codable, Equatable {
      let areaNames: [String: String]
      let audienceSubCategoryNames: [String: String]
      let blockNames: Empty
      let events: [String: Event]
      let performances: [Performance]
      let seatCategoryNames: [String: String]
      let subTopicNames: [String: String]
      let topicSubTopics: [String: [Int]]
      let venueNames: VenueNames
    }

    struct Empty: Codable, Equatable {}

    struct Event: Codable, Equatable {
      let description: JSONNull?
      let id: Int
      let logo: String?
      let name: String
      let subTopicIds: [Int]
      let subjectCode: JSONNull?
      let subtitle: JSONNull?
      let topicIds: [Int]
    }

    struct Performance: Codable, Equatable {
      let eventId: Int
      let id: Int
      let logo: String?
      let name: JSONNull?
      let prices: [Price]
      let seatCategories: [SeatCategory]
      let seatMapImage: JSONNull?
      let start: Int
      let venueCode: String
    }

    struct Price: Codable, Equatable {
      let amount: Int
      let audienceSubCategoryId: Int
      let seatCategoryId: Int
    }

    struct SeatCategory: Codable, Equatable {
      let areas: [Area]
      let seatCategoryId: Int
    }

    struct Area: Codable, Equatable {
      let areaId: Int
      let blockIds: [JSONValue]
    }

    struct VenueNames: Codable, Equatable {
      let PLEYEL_PLEYEL: String
    }
  }
}

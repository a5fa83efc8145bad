/// The program of several concert halls: every member of citm_catalog.json and of the document
/// modeled on it.
struct Catalog: Codable, Equatable {
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

  struct Event: Codable, Equatable {
    let description: String?
    let id: Int
    let logo: String?
    let name: String
    let subTopicIds: [Int]
    let subjectCode: Int?
    let subtitle: String?
    let topicIds: [Int]
  }

  struct Performance: Codable, Equatable {
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
    let blockIds: [Int]
  }
}

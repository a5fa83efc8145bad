// Inferred from organizations by `bench --infer-all`; do not edit.
// swift-format-ignore-file

extension Inferred {
  enum Organizations {
    typealias Root = [String: Organization]

    /// The types of this document.
    static let models: [any (Decodable & SendableMetatype).Type] = [
      Organization.self,
      Sponsor.self,
      Author.self,
    ]

    struct Organization: Codable, Equatable {
      let context: String
      let type: String
      let name: String
      let description: String
      let sponsor: Sponsor
      let author: Author

      enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name
        case description
        case sponsor
        case author
      }
    }

    struct Sponsor: Codable, Equatable {
      let type: String
      let name: String
      let motto: String
      let description: String
      let url: String
      let logo: String

      enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name
        case motto
        case description
        case url
        case logo
      }
    }

    struct Author: Codable, Equatable {
      let type: String
      let name: String

      enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name
      }
    }
  }
}

import Foundation

/// Decoded with `.convertFromSnakeCase`.
struct Order: Codable, Equatable {
  let orderId: Int
  let customerName: String
  let billingAddressLine: String
  let isGiftOrder: Bool
  let totalAmount: Double
  let shippingInfo: Shipping

  struct Shipping: Codable, Equatable {
    let carrierName: String
    let trackingNumber: String
    let estimatedDays: Int
  }
}

/// Decoded with `.iso8601`.
struct Revision: Codable, Equatable {
  let id: Int
  let created: Date
  let changed: Date
}

struct Attachment: Codable, Equatable {
  let name: String
  let content: Data
}

struct Shape: Codable, Equatable {
  let color: Color
  let outline: Outline
  let tags: Set<String>

  enum Color: String, Codable {
    case red, green, blue
  }

  enum Outline: Codable, Equatable {
    case circle(radius: Int)
    case rectangle(width: Int, height: Int)
  }
}

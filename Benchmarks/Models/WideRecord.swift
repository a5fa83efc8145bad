/// An object of 60 members, all of which the model reads.
struct WideRecord: Codable, Equatable {
  let orderCode: Int
  let orderName: String
  let orderRate: Double
  let orderActive: Bool
  let orderCount: Int?
  let customerCode: Int
  let customerName: String
  let customerRate: Double
  let customerActive: Bool
  let customerCount: Int?
  let productCode: Int
  let productName: String
  let productRate: Double
  let productActive: Bool
  let productCount: Int?
  let priceCode: Int
  let priceName: String
  let priceRate: Double
  let priceActive: Bool
  let priceCount: Int?
  let stockCode: Int
  let stockName: String
  let stockRate: Double
  let stockActive: Bool
  let stockCount: Int?
  let supplierCode: Int
  let supplierName: String
  let supplierRate: Double
  let supplierActive: Bool
  let supplierCount: Int?
  let invoiceCode: Int
  let invoiceName: String
  let invoiceRate: Double
  let invoiceActive: Bool
  let invoiceCount: Int?
  let paymentCode: Int
  let paymentName: String
  let paymentRate: Double
  let paymentActive: Bool
  let paymentCount: Int?
  let deliveryCode: Int
  let deliveryName: String
  let deliveryRate: Double
  let deliveryActive: Bool
  let deliveryCount: Int?
  let accountCode: Int
  let accountName: String
  let accountRate: Double
  let accountActive: Bool
  let accountCount: Int?
  let regionCode: Int
  let regionName: String
  let regionRate: Double
  let regionActive: Bool
  let regionCount: Int?
  let warehouseCode: Int
  let warehouseName: String
  let warehouseRate: Double
  let warehouseActive: Bool
  let warehouseCount: Int?
}

/// Six of the 60 members.
struct WideRecordExcerpt: Codable, Equatable {
  let orderActive: Bool
  let productCount: Int?
  let stockRate: Double
  let paymentRate: Double
  let deliveryName: String
  let warehouseCount: Int?
}

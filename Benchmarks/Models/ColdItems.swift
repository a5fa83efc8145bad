/// A hundred plain models, each of which the suite `cold` decodes for the first time.
///
/// They differ in nothing but their names: it is their number that counts, because the runtime
/// searches the conformances of all types for each.
enum ColdItems {
  static let types: [any (Codable & SendableMetatype).Type] = [
    Item0.self, Item1.self, Item2.self, Item3.self, Item4.self, Item5.self,
    Item6.self, Item7.self, Item8.self, Item9.self, Item10.self, Item11.self,
    Item12.self, Item13.self, Item14.self, Item15.self, Item16.self, Item17.self,
    Item18.self, Item19.self, Item20.self, Item21.self, Item22.self, Item23.self,
    Item24.self, Item25.self, Item26.self, Item27.self, Item28.self, Item29.self,
    Item30.self, Item31.self, Item32.self, Item33.self, Item34.self, Item35.self,
    Item36.self, Item37.self, Item38.self, Item39.self, Item40.self, Item41.self,
    Item42.self, Item43.self, Item44.self, Item45.self, Item46.self, Item47.self,
    Item48.self, Item49.self, Item50.self, Item51.self, Item52.self, Item53.self,
    Item54.self, Item55.self, Item56.self, Item57.self, Item58.self, Item59.self,
    Item60.self, Item61.self, Item62.self, Item63.self, Item64.self, Item65.self,
    Item66.self, Item67.self, Item68.self, Item69.self, Item70.self, Item71.self,
    Item72.self, Item73.self, Item74.self, Item75.self, Item76.self, Item77.self,
    Item78.self, Item79.self, Item80.self, Item81.self, Item82.self, Item83.self,
    Item84.self, Item85.self, Item86.self, Item87.self, Item88.self, Item89.self,
    Item90.self, Item91.self, Item92.self, Item93.self, Item94.self, Item95.self,
    Item96.self, Item97.self, Item98.self, Item99.self,
  ]

  static let text = #"{"id":17,"name":"a plain model"}"#
}

struct Item0: Codable {
  let id: Int
  let name: String
}
struct Item1: Codable {
  let id: Int
  let name: String
}
struct Item2: Codable {
  let id: Int
  let name: String
}
struct Item3: Codable {
  let id: Int
  let name: String
}
struct Item4: Codable {
  let id: Int
  let name: String
}
struct Item5: Codable {
  let id: Int
  let name: String
}
struct Item6: Codable {
  let id: Int
  let name: String
}
struct Item7: Codable {
  let id: Int
  let name: String
}
struct Item8: Codable {
  let id: Int
  let name: String
}
struct Item9: Codable {
  let id: Int
  let name: String
}
struct Item10: Codable {
  let id: Int
  let name: String
}
struct Item11: Codable {
  let id: Int
  let name: String
}
struct Item12: Codable {
  let id: Int
  let name: String
}
struct Item13: Codable {
  let id: Int
  let name: String
}
struct Item14: Codable {
  let id: Int
  let name: String
}
struct Item15: Codable {
  let id: Int
  let name: String
}
struct Item16: Codable {
  let id: Int
  let name: String
}
struct Item17: Codable {
  let id: Int
  let name: String
}
struct Item18: Codable {
  let id: Int
  let name: String
}
struct Item19: Codable {
  let id: Int
  let name: String
}
struct Item20: Codable {
  let id: Int
  let name: String
}
struct Item21: Codable {
  let id: Int
  let name: String
}
struct Item22: Codable {
  let id: Int
  let name: String
}
struct Item23: Codable {
  let id: Int
  let name: String
}
struct Item24: Codable {
  let id: Int
  let name: String
}
struct Item25: Codable {
  let id: Int
  let name: String
}
struct Item26: Codable {
  let id: Int
  let name: String
}
struct Item27: Codable {
  let id: Int
  let name: String
}
struct Item28: Codable {
  let id: Int
  let name: String
}
struct Item29: Codable {
  let id: Int
  let name: String
}
struct Item30: Codable {
  let id: Int
  let name: String
}
struct Item31: Codable {
  let id: Int
  let name: String
}
struct Item32: Codable {
  let id: Int
  let name: String
}
struct Item33: Codable {
  let id: Int
  let name: String
}
struct Item34: Codable {
  let id: Int
  let name: String
}
struct Item35: Codable {
  let id: Int
  let name: String
}
struct Item36: Codable {
  let id: Int
  let name: String
}
struct Item37: Codable {
  let id: Int
  let name: String
}
struct Item38: Codable {
  let id: Int
  let name: String
}
struct Item39: Codable {
  let id: Int
  let name: String
}
struct Item40: Codable {
  let id: Int
  let name: String
}
struct Item41: Codable {
  let id: Int
  let name: String
}
struct Item42: Codable {
  let id: Int
  let name: String
}
struct Item43: Codable {
  let id: Int
  let name: String
}
struct Item44: Codable {
  let id: Int
  let name: String
}
struct Item45: Codable {
  let id: Int
  let name: String
}
struct Item46: Codable {
  let id: Int
  let name: String
}
struct Item47: Codable {
  let id: Int
  let name: String
}
struct Item48: Codable {
  let id: Int
  let name: String
}
struct Item49: Codable {
  let id: Int
  let name: String
}
struct Item50: Codable {
  let id: Int
  let name: String
}
struct Item51: Codable {
  let id: Int
  let name: String
}
struct Item52: Codable {
  let id: Int
  let name: String
}
struct Item53: Codable {
  let id: Int
  let name: String
}
struct Item54: Codable {
  let id: Int
  let name: String
}
struct Item55: Codable {
  let id: Int
  let name: String
}
struct Item56: Codable {
  let id: Int
  let name: String
}
struct Item57: Codable {
  let id: Int
  let name: String
}
struct Item58: Codable {
  let id: Int
  let name: String
}
struct Item59: Codable {
  let id: Int
  let name: String
}
struct Item60: Codable {
  let id: Int
  let name: String
}
struct Item61: Codable {
  let id: Int
  let name: String
}
struct Item62: Codable {
  let id: Int
  let name: String
}
struct Item63: Codable {
  let id: Int
  let name: String
}
struct Item64: Codable {
  let id: Int
  let name: String
}
struct Item65: Codable {
  let id: Int
  let name: String
}
struct Item66: Codable {
  let id: Int
  let name: String
}
struct Item67: Codable {
  let id: Int
  let name: String
}
struct Item68: Codable {
  let id: Int
  let name: String
}
struct Item69: Codable {
  let id: Int
  let name: String
}
struct Item70: Codable {
  let id: Int
  let name: String
}
struct Item71: Codable {
  let id: Int
  let name: String
}
struct Item72: Codable {
  let id: Int
  let name: String
}
struct Item73: Codable {
  let id: Int
  let name: String
}
struct Item74: Codable {
  let id: Int
  let name: String
}
struct Item75: Codable {
  let id: Int
  let name: String
}
struct Item76: Codable {
  let id: Int
  let name: String
}
struct Item77: Codable {
  let id: Int
  let name: String
}
struct Item78: Codable {
  let id: Int
  let name: String
}
struct Item79: Codable {
  let id: Int
  let name: String
}
struct Item80: Codable {
  let id: Int
  let name: String
}
struct Item81: Codable {
  let id: Int
  let name: String
}
struct Item82: Codable {
  let id: Int
  let name: String
}
struct Item83: Codable {
  let id: Int
  let name: String
}
struct Item84: Codable {
  let id: Int
  let name: String
}
struct Item85: Codable {
  let id: Int
  let name: String
}
struct Item86: Codable {
  let id: Int
  let name: String
}
struct Item87: Codable {
  let id: Int
  let name: String
}
struct Item88: Codable {
  let id: Int
  let name: String
}
struct Item89: Codable {
  let id: Int
  let name: String
}
struct Item90: Codable {
  let id: Int
  let name: String
}
struct Item91: Codable {
  let id: Int
  let name: String
}
struct Item92: Codable {
  let id: Int
  let name: String
}
struct Item93: Codable {
  let id: Int
  let name: String
}
struct Item94: Codable {
  let id: Int
  let name: String
}
struct Item95: Codable {
  let id: Int
  let name: String
}
struct Item96: Codable {
  let id: Int
  let name: String
}
struct Item97: Codable {
  let id: Int
  let name: String
}
struct Item98: Codable {
  let id: Int
  let name: String
}
struct Item99: Codable {
  let id: Int
  let name: String
}

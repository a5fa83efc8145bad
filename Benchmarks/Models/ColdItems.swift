/// A hundred plain models, each of which the suite `cold` decodes for the first time.
///
/// They differ in nothing but their names: it is their number that counts, because the runtime
/// searches the conformances of all types for each.
enum ColdItems {
  static let types: [any (Decodable & SendableMetatype).Type] = [
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

struct Item0: Decodable {
  let id: Int
  let name: String
}
struct Item1: Decodable {
  let id: Int
  let name: String
}
struct Item2: Decodable {
  let id: Int
  let name: String
}
struct Item3: Decodable {
  let id: Int
  let name: String
}
struct Item4: Decodable {
  let id: Int
  let name: String
}
struct Item5: Decodable {
  let id: Int
  let name: String
}
struct Item6: Decodable {
  let id: Int
  let name: String
}
struct Item7: Decodable {
  let id: Int
  let name: String
}
struct Item8: Decodable {
  let id: Int
  let name: String
}
struct Item9: Decodable {
  let id: Int
  let name: String
}
struct Item10: Decodable {
  let id: Int
  let name: String
}
struct Item11: Decodable {
  let id: Int
  let name: String
}
struct Item12: Decodable {
  let id: Int
  let name: String
}
struct Item13: Decodable {
  let id: Int
  let name: String
}
struct Item14: Decodable {
  let id: Int
  let name: String
}
struct Item15: Decodable {
  let id: Int
  let name: String
}
struct Item16: Decodable {
  let id: Int
  let name: String
}
struct Item17: Decodable {
  let id: Int
  let name: String
}
struct Item18: Decodable {
  let id: Int
  let name: String
}
struct Item19: Decodable {
  let id: Int
  let name: String
}
struct Item20: Decodable {
  let id: Int
  let name: String
}
struct Item21: Decodable {
  let id: Int
  let name: String
}
struct Item22: Decodable {
  let id: Int
  let name: String
}
struct Item23: Decodable {
  let id: Int
  let name: String
}
struct Item24: Decodable {
  let id: Int
  let name: String
}
struct Item25: Decodable {
  let id: Int
  let name: String
}
struct Item26: Decodable {
  let id: Int
  let name: String
}
struct Item27: Decodable {
  let id: Int
  let name: String
}
struct Item28: Decodable {
  let id: Int
  let name: String
}
struct Item29: Decodable {
  let id: Int
  let name: String
}
struct Item30: Decodable {
  let id: Int
  let name: String
}
struct Item31: Decodable {
  let id: Int
  let name: String
}
struct Item32: Decodable {
  let id: Int
  let name: String
}
struct Item33: Decodable {
  let id: Int
  let name: String
}
struct Item34: Decodable {
  let id: Int
  let name: String
}
struct Item35: Decodable {
  let id: Int
  let name: String
}
struct Item36: Decodable {
  let id: Int
  let name: String
}
struct Item37: Decodable {
  let id: Int
  let name: String
}
struct Item38: Decodable {
  let id: Int
  let name: String
}
struct Item39: Decodable {
  let id: Int
  let name: String
}
struct Item40: Decodable {
  let id: Int
  let name: String
}
struct Item41: Decodable {
  let id: Int
  let name: String
}
struct Item42: Decodable {
  let id: Int
  let name: String
}
struct Item43: Decodable {
  let id: Int
  let name: String
}
struct Item44: Decodable {
  let id: Int
  let name: String
}
struct Item45: Decodable {
  let id: Int
  let name: String
}
struct Item46: Decodable {
  let id: Int
  let name: String
}
struct Item47: Decodable {
  let id: Int
  let name: String
}
struct Item48: Decodable {
  let id: Int
  let name: String
}
struct Item49: Decodable {
  let id: Int
  let name: String
}
struct Item50: Decodable {
  let id: Int
  let name: String
}
struct Item51: Decodable {
  let id: Int
  let name: String
}
struct Item52: Decodable {
  let id: Int
  let name: String
}
struct Item53: Decodable {
  let id: Int
  let name: String
}
struct Item54: Decodable {
  let id: Int
  let name: String
}
struct Item55: Decodable {
  let id: Int
  let name: String
}
struct Item56: Decodable {
  let id: Int
  let name: String
}
struct Item57: Decodable {
  let id: Int
  let name: String
}
struct Item58: Decodable {
  let id: Int
  let name: String
}
struct Item59: Decodable {
  let id: Int
  let name: String
}
struct Item60: Decodable {
  let id: Int
  let name: String
}
struct Item61: Decodable {
  let id: Int
  let name: String
}
struct Item62: Decodable {
  let id: Int
  let name: String
}
struct Item63: Decodable {
  let id: Int
  let name: String
}
struct Item64: Decodable {
  let id: Int
  let name: String
}
struct Item65: Decodable {
  let id: Int
  let name: String
}
struct Item66: Decodable {
  let id: Int
  let name: String
}
struct Item67: Decodable {
  let id: Int
  let name: String
}
struct Item68: Decodable {
  let id: Int
  let name: String
}
struct Item69: Decodable {
  let id: Int
  let name: String
}
struct Item70: Decodable {
  let id: Int
  let name: String
}
struct Item71: Decodable {
  let id: Int
  let name: String
}
struct Item72: Decodable {
  let id: Int
  let name: String
}
struct Item73: Decodable {
  let id: Int
  let name: String
}
struct Item74: Decodable {
  let id: Int
  let name: String
}
struct Item75: Decodable {
  let id: Int
  let name: String
}
struct Item76: Decodable {
  let id: Int
  let name: String
}
struct Item77: Decodable {
  let id: Int
  let name: String
}
struct Item78: Decodable {
  let id: Int
  let name: String
}
struct Item79: Decodable {
  let id: Int
  let name: String
}
struct Item80: Decodable {
  let id: Int
  let name: String
}
struct Item81: Decodable {
  let id: Int
  let name: String
}
struct Item82: Decodable {
  let id: Int
  let name: String
}
struct Item83: Decodable {
  let id: Int
  let name: String
}
struct Item84: Decodable {
  let id: Int
  let name: String
}
struct Item85: Decodable {
  let id: Int
  let name: String
}
struct Item86: Decodable {
  let id: Int
  let name: String
}
struct Item87: Decodable {
  let id: Int
  let name: String
}
struct Item88: Decodable {
  let id: Int
  let name: String
}
struct Item89: Decodable {
  let id: Int
  let name: String
}
struct Item90: Decodable {
  let id: Int
  let name: String
}
struct Item91: Decodable {
  let id: Int
  let name: String
}
struct Item92: Decodable {
  let id: Int
  let name: String
}
struct Item93: Decodable {
  let id: Int
  let name: String
}
struct Item94: Decodable {
  let id: Int
  let name: String
}
struct Item95: Decodable {
  let id: Int
  let name: String
}
struct Item96: Decodable {
  let id: Int
  let name: String
}
struct Item97: Decodable {
  let id: Int
  let name: String
}
struct Item98: Decodable {
  let id: Int
  let name: String
}
struct Item99: Decodable {
  let id: Int
  let name: String
}

/// A hundred models with arrays, dictionaries and optionals of other models.
enum ColdOrders {
  static let types: [any (Decodable & SendableMetatype).Type] = [
    Order0.self, Order1.self, Order2.self, Order3.self, Order4.self, Order5.self,
    Order6.self, Order7.self, Order8.self, Order9.self, Order10.self, Order11.self,
    Order12.self, Order13.self, Order14.self, Order15.self, Order16.self, Order17.self,
    Order18.self, Order19.self, Order20.self, Order21.self, Order22.self, Order23.self,
    Order24.self, Order25.self, Order26.self, Order27.self, Order28.self, Order29.self,
    Order30.self, Order31.self, Order32.self, Order33.self, Order34.self, Order35.self,
    Order36.self, Order37.self, Order38.self, Order39.self, Order40.self, Order41.self,
    Order42.self, Order43.self, Order44.self, Order45.self, Order46.self, Order47.self,
    Order48.self, Order49.self, Order50.self, Order51.self, Order52.self, Order53.self,
    Order54.self, Order55.self, Order56.self, Order57.self, Order58.self, Order59.self,
    Order60.self, Order61.self, Order62.self, Order63.self, Order64.self, Order65.self,
    Order66.self, Order67.self, Order68.self, Order69.self, Order70.self, Order71.self,
    Order72.self, Order73.self, Order74.self, Order75.self, Order76.self, Order77.self,
    Order78.self, Order79.self, Order80.self, Order81.self, Order82.self, Order83.self,
    Order84.self, Order85.self, Order86.self, Order87.self, Order88.self, Order89.self,
    Order90.self, Order91.self, Order92.self, Order93.self, Order94.self, Order95.self,
    Order96.self, Order97.self, Order98.self, Order99.self,
  ]

  static let text = #"""
    {"items":[{"id":1,"name":"one"},{"id":2,"name":"two"}],"byName":{"one":{"id":1,"name":"one"}}}
    """#
}

struct Order0: Decodable {
  let items: [Item0]
  let byName: [String: Item0?]
}
struct Order1: Decodable {
  let items: [Item1]
  let byName: [String: Item1?]
}
struct Order2: Decodable {
  let items: [Item2]
  let byName: [String: Item2?]
}
struct Order3: Decodable {
  let items: [Item3]
  let byName: [String: Item3?]
}
struct Order4: Decodable {
  let items: [Item4]
  let byName: [String: Item4?]
}
struct Order5: Decodable {
  let items: [Item5]
  let byName: [String: Item5?]
}
struct Order6: Decodable {
  let items: [Item6]
  let byName: [String: Item6?]
}
struct Order7: Decodable {
  let items: [Item7]
  let byName: [String: Item7?]
}
struct Order8: Decodable {
  let items: [Item8]
  let byName: [String: Item8?]
}
struct Order9: Decodable {
  let items: [Item9]
  let byName: [String: Item9?]
}
struct Order10: Decodable {
  let items: [Item10]
  let byName: [String: Item10?]
}
struct Order11: Decodable {
  let items: [Item11]
  let byName: [String: Item11?]
}
struct Order12: Decodable {
  let items: [Item12]
  let byName: [String: Item12?]
}
struct Order13: Decodable {
  let items: [Item13]
  let byName: [String: Item13?]
}
struct Order14: Decodable {
  let items: [Item14]
  let byName: [String: Item14?]
}
struct Order15: Decodable {
  let items: [Item15]
  let byName: [String: Item15?]
}
struct Order16: Decodable {
  let items: [Item16]
  let byName: [String: Item16?]
}
struct Order17: Decodable {
  let items: [Item17]
  let byName: [String: Item17?]
}
struct Order18: Decodable {
  let items: [Item18]
  let byName: [String: Item18?]
}
struct Order19: Decodable {
  let items: [Item19]
  let byName: [String: Item19?]
}
struct Order20: Decodable {
  let items: [Item20]
  let byName: [String: Item20?]
}
struct Order21: Decodable {
  let items: [Item21]
  let byName: [String: Item21?]
}
struct Order22: Decodable {
  let items: [Item22]
  let byName: [String: Item22?]
}
struct Order23: Decodable {
  let items: [Item23]
  let byName: [String: Item23?]
}
struct Order24: Decodable {
  let items: [Item24]
  let byName: [String: Item24?]
}
struct Order25: Decodable {
  let items: [Item25]
  let byName: [String: Item25?]
}
struct Order26: Decodable {
  let items: [Item26]
  let byName: [String: Item26?]
}
struct Order27: Decodable {
  let items: [Item27]
  let byName: [String: Item27?]
}
struct Order28: Decodable {
  let items: [Item28]
  let byName: [String: Item28?]
}
struct Order29: Decodable {
  let items: [Item29]
  let byName: [String: Item29?]
}
struct Order30: Decodable {
  let items: [Item30]
  let byName: [String: Item30?]
}
struct Order31: Decodable {
  let items: [Item31]
  let byName: [String: Item31?]
}
struct Order32: Decodable {
  let items: [Item32]
  let byName: [String: Item32?]
}
struct Order33: Decodable {
  let items: [Item33]
  let byName: [String: Item33?]
}
struct Order34: Decodable {
  let items: [Item34]
  let byName: [String: Item34?]
}
struct Order35: Decodable {
  let items: [Item35]
  let byName: [String: Item35?]
}
struct Order36: Decodable {
  let items: [Item36]
  let byName: [String: Item36?]
}
struct Order37: Decodable {
  let items: [Item37]
  let byName: [String: Item37?]
}
struct Order38: Decodable {
  let items: [Item38]
  let byName: [String: Item38?]
}
struct Order39: Decodable {
  let items: [Item39]
  let byName: [String: Item39?]
}
struct Order40: Decodable {
  let items: [Item40]
  let byName: [String: Item40?]
}
struct Order41: Decodable {
  let items: [Item41]
  let byName: [String: Item41?]
}
struct Order42: Decodable {
  let items: [Item42]
  let byName: [String: Item42?]
}
struct Order43: Decodable {
  let items: [Item43]
  let byName: [String: Item43?]
}
struct Order44: Decodable {
  let items: [Item44]
  let byName: [String: Item44?]
}
struct Order45: Decodable {
  let items: [Item45]
  let byName: [String: Item45?]
}
struct Order46: Decodable {
  let items: [Item46]
  let byName: [String: Item46?]
}
struct Order47: Decodable {
  let items: [Item47]
  let byName: [String: Item47?]
}
struct Order48: Decodable {
  let items: [Item48]
  let byName: [String: Item48?]
}
struct Order49: Decodable {
  let items: [Item49]
  let byName: [String: Item49?]
}
struct Order50: Decodable {
  let items: [Item50]
  let byName: [String: Item50?]
}
struct Order51: Decodable {
  let items: [Item51]
  let byName: [String: Item51?]
}
struct Order52: Decodable {
  let items: [Item52]
  let byName: [String: Item52?]
}
struct Order53: Decodable {
  let items: [Item53]
  let byName: [String: Item53?]
}
struct Order54: Decodable {
  let items: [Item54]
  let byName: [String: Item54?]
}
struct Order55: Decodable {
  let items: [Item55]
  let byName: [String: Item55?]
}
struct Order56: Decodable {
  let items: [Item56]
  let byName: [String: Item56?]
}
struct Order57: Decodable {
  let items: [Item57]
  let byName: [String: Item57?]
}
struct Order58: Decodable {
  let items: [Item58]
  let byName: [String: Item58?]
}
struct Order59: Decodable {
  let items: [Item59]
  let byName: [String: Item59?]
}
struct Order60: Decodable {
  let items: [Item60]
  let byName: [String: Item60?]
}
struct Order61: Decodable {
  let items: [Item61]
  let byName: [String: Item61?]
}
struct Order62: Decodable {
  let items: [Item62]
  let byName: [String: Item62?]
}
struct Order63: Decodable {
  let items: [Item63]
  let byName: [String: Item63?]
}
struct Order64: Decodable {
  let items: [Item64]
  let byName: [String: Item64?]
}
struct Order65: Decodable {
  let items: [Item65]
  let byName: [String: Item65?]
}
struct Order66: Decodable {
  let items: [Item66]
  let byName: [String: Item66?]
}
struct Order67: Decodable {
  let items: [Item67]
  let byName: [String: Item67?]
}
struct Order68: Decodable {
  let items: [Item68]
  let byName: [String: Item68?]
}
struct Order69: Decodable {
  let items: [Item69]
  let byName: [String: Item69?]
}
struct Order70: Decodable {
  let items: [Item70]
  let byName: [String: Item70?]
}
struct Order71: Decodable {
  let items: [Item71]
  let byName: [String: Item71?]
}
struct Order72: Decodable {
  let items: [Item72]
  let byName: [String: Item72?]
}
struct Order73: Decodable {
  let items: [Item73]
  let byName: [String: Item73?]
}
struct Order74: Decodable {
  let items: [Item74]
  let byName: [String: Item74?]
}
struct Order75: Decodable {
  let items: [Item75]
  let byName: [String: Item75?]
}
struct Order76: Decodable {
  let items: [Item76]
  let byName: [String: Item76?]
}
struct Order77: Decodable {
  let items: [Item77]
  let byName: [String: Item77?]
}
struct Order78: Decodable {
  let items: [Item78]
  let byName: [String: Item78?]
}
struct Order79: Decodable {
  let items: [Item79]
  let byName: [String: Item79?]
}
struct Order80: Decodable {
  let items: [Item80]
  let byName: [String: Item80?]
}
struct Order81: Decodable {
  let items: [Item81]
  let byName: [String: Item81?]
}
struct Order82: Decodable {
  let items: [Item82]
  let byName: [String: Item82?]
}
struct Order83: Decodable {
  let items: [Item83]
  let byName: [String: Item83?]
}
struct Order84: Decodable {
  let items: [Item84]
  let byName: [String: Item84?]
}
struct Order85: Decodable {
  let items: [Item85]
  let byName: [String: Item85?]
}
struct Order86: Decodable {
  let items: [Item86]
  let byName: [String: Item86?]
}
struct Order87: Decodable {
  let items: [Item87]
  let byName: [String: Item87?]
}
struct Order88: Decodable {
  let items: [Item88]
  let byName: [String: Item88?]
}
struct Order89: Decodable {
  let items: [Item89]
  let byName: [String: Item89?]
}
struct Order90: Decodable {
  let items: [Item90]
  let byName: [String: Item90?]
}
struct Order91: Decodable {
  let items: [Item91]
  let byName: [String: Item91?]
}
struct Order92: Decodable {
  let items: [Item92]
  let byName: [String: Item92?]
}
struct Order93: Decodable {
  let items: [Item93]
  let byName: [String: Item93?]
}
struct Order94: Decodable {
  let items: [Item94]
  let byName: [String: Item94?]
}
struct Order95: Decodable {
  let items: [Item95]
  let byName: [String: Item95?]
}
struct Order96: Decodable {
  let items: [Item96]
  let byName: [String: Item96?]
}
struct Order97: Decodable {
  let items: [Item97]
  let byName: [String: Item97?]
}
struct Order98: Decodable {
  let items: [Item98]
  let byName: [String: Item98?]
}
struct Order99: Decodable {
  let items: [Item99]
  let byName: [String: Item99?]
}

/// Twenty members, in the order that some documents have them in.
struct KeyedRecord: Codable, Equatable {
  let id: Int
  let kind: Int
  let title: Int
  let author: Int
  let created: Int
  let changed: Int
  let views: Int
  let likes: Int
  let shares: Int
  let width: Int
  let height: Int
  let depth: Int
  let weight: Int
  let price: Int
  let currency: Int
  let language: Int
  let license: Int
  let visible: Int
  let archived: Int
  let version: Int
}

/// Twenty optional members, most of which its documents do not have.
struct SparseRecord: Codable, Equatable {
  let id: Int?
  let kind: Int?
  let title: Int?
  let author: Int?
  let created: Int?
  let changed: Int?
  let views: Int?
  let likes: Int?
  let shares: Int?
  let width: Int?
  let height: Int?
  let depth: Int?
  let weight: Int?
  let price: Int?
  let currency: Int?
  let language: Int?
  let license: Int?
  let visible: Int?
  let archived: Int?
  let version: Int?
}

/// Twenty members whose names only differ at their ends.
struct PrefixedRecord: Codable, Equatable {
  let measurementStationSensorId: Int
  let measurementStationSensorKind: Int
  let measurementStationSensorMean: Int
  let measurementStationSensorMedian: Int
  let measurementStationSensorMinimum: Int
  let measurementStationSensorMaximum: Int
  let measurementStationSensorVariance: Int
  let measurementStationSensorCount: Int
  let measurementStationSensorErrors: Int
  let measurementStationSensorRetries: Int
  let measurementStationSensorStartA: Int
  let measurementStationSensorStartB: Int
  let measurementStationSensorStopA: Int
  let measurementStationSensorStopB: Int
  let measurementStationSensorLimitA: Int
  let measurementStationSensorLimitB: Int
  let measurementStationSensorLimitC: Int
  let measurementStationSensorLimitD: Int
  let measurementStationSensorAlarmA: Int
  let measurementStationSensorAlarmB: Int
}

// swift-tools-version: 6.2

import PackageDescription

/// The same settings for every target: unsafe code must be marked, existentials spelled out,
/// and an import is private to its file unless it says otherwise.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "StreamJSON",
  // Int128 and Mutex set this floor.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StreamJSON", targets: ["StreamJSON"]),
    .library(name: "StreamJSONCore", targets: ["StreamJSONCore"]),
    .executable(name: "bench", targets: ["bench"]),
  ],
  targets: [
    .target(name: "StreamJSONCore", swiftSettings: settings),
    .target(name: "StreamJSON", dependencies: ["StreamJSONCore"], swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: ["StreamJSON", "StreamJSONCore"],
      path: "Benchmarks",
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["StreamJSON", "StreamJSONCore"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONCoreTests",
      dependencies: ["StreamJSONCore", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONTests",
      dependencies: ["StreamJSON", "TestSupport", "bench"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["StreamJSON", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(name: "RepositoryTests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

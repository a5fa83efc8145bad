// swift-tools-version: 6.2

import PackageDescription

/// The settings of every target: unsafe code must be marked, existentials must be spelled out, and
/// imports are internal unless they say otherwise.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatWarning("StrictMemorySafety", as: .error),
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
    .executable(name: "fuzz", targets: ["fuzz"]),
  ],
  targets: [
    .target(name: "StreamJSONCore", swiftSettings: settings),
    .target(name: "StreamJSON", dependencies: ["StreamJSONCore"], swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: ["StreamJSON", "StreamJSONCore"],
      path: "Benchmarks",
      exclude: ["RESULTS.md", "ratios.svg"],
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: ["StreamJSON", "StreamJSONCore"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .target(
      name: "FuzzTargets",
      dependencies: ["StreamJSON", "StreamJSONCore", "TestSupport"],
      path: "Tests/Fuzz/Targets",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "fuzz",
      dependencies: ["FuzzTargets", "TestSupport"],
      path: "Tests/Fuzz/Runner",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONCoreTests",
      dependencies: ["StreamJSONCore", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONTests",
      dependencies: ["StreamJSON", "StreamJSONCore", "TestSupport", "bench"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["FuzzTargets", "StreamJSON", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(name: "RepositoryTests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Coverage-guided fuzzing needs the compiler's own driver; see Tests/Fuzz/README.md.
if Context.environment["STREAMJSON_LIBFUZZER"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "libfuzzer",
      dependencies: ["FuzzTargets"],
      path: "Tests/Fuzz/LibFuzzer",
      exclude: ["json.dict"],
      swiftSettings: settings
    )
  )
}

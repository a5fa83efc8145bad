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

/// The settings of the library, which is optimized in debug builds, too, and keeps its assertions there.
///
/// Most people decode JSON in programs that they are still working on. An unoptimized decoder would be slower
/// than Foundation's, which is always optimized.
///
/// With the environment variable STREAMJSON_UNOPTIMIZED=1, debug builds are unoptimized as usual, for stepping through
/// the library and for its developers' incremental builds.
let librarySettings =
  Context.environment["STREAMJSON_UNOPTIMIZED"] == "1"
  ? settings
  : settings + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]

/// The oldest systems that the library runs on; Swift's concurrency sets them.
let floor: [SupportedPlatform] = [
  .macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1),
]

/// The oldest Apple systems that the tests and the bench run on, because they use features of newer systems.
///
/// On those systems, they need the environment variable STREAMJSON_TESTS=1, or `core` for what runs on iOS; on other
/// systems, 1 changes nothing.
let testFloor: [SupportedPlatform] = [
  .macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2),
]

let package = Package(
  name: "StreamJSON",
  platforms: Context.environment["STREAMJSON_TESTS"] == nil ? floor : testFloor,
  products: [
    .library(name: "StreamJSON", targets: ["StreamJSON"]),
    .library(name: "StreamJSONCore", targets: ["StreamJSONCore"]),
  ],
  traits: [
    .trait(
      name: "Foundation",
      description: """
        All of Foundation, so that its classes may be in object graphs. Without it, the package \
        builds on FoundationEssentials where it is available.
        """
    ),
    .default(enabledTraits: ["Foundation"]),
  ],
  targets: [
    .target(name: "StreamJSONCore", swiftSettings: librarySettings),
    .target(name: "StreamJSON", dependencies: ["StreamJSONCore"], swiftSettings: librarySettings),
    .executableTarget(
      name: "StreamJSONBench",
      dependencies: ["StreamJSON", "StreamJSONCore", "StreamJSONTestSupport"],
      path: "Benchmarks",
      exclude: [
        "Models/generate", "RESULTS.md", "costs", "costs.json", "debug", "debug.json", "peers.json",
        "peers.svg", "ratios.svg", "results.json", "update.json",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "StreamJSONTestSupport",
      dependencies: ["StreamJSON", "StreamJSONCore"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .target(
      name: "StreamJSONFuzzTargets",
      dependencies: ["StreamJSON", "StreamJSONCore", "StreamJSONTestSupport"],
      path: "Tests/Fuzz/Targets",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "StreamJSONFuzz",
      dependencies: ["StreamJSONFuzzTargets", "StreamJSONTestSupport"],
      path: "Tests/Fuzz/Runner",
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONCoreTests",
      dependencies: ["StreamJSONCore", "StreamJSONTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONTests",
      dependencies: ["StreamJSON", "StreamJSONCore", "StreamJSONTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamJSONBenchTests",
      dependencies: ["StreamJSON", "StreamJSONBench", "StreamJSONTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["StreamJSONFuzzTargets", "StreamJSON", "StreamJSONTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(name: "RepositoryTests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// Executables for those who work on this package. SwiftPM links a product of a dependency in place of
// a package's own executable of the same name, so packages that fetch this one do not get them.
let fetched = ["/.build/checkouts/", "/SourcePackages/checkouts/", "/registry/downloads/"]
if !fetched.contains(where: Context.packageDirectory.contains) {
  package.products += [
    .executable(name: "bench", targets: ["StreamJSONBench"]),
    .executable(name: "fuzz", targets: ["StreamJSONFuzz"]),
  ]
}

// With a sanitizer, the bench takes minutes to build and has nothing to find that the tests don't.
if Context.environment["STREAMJSON_BENCH"] == "0" {
  package.products.removeAll { $0.name == "bench" }
  package.targets.removeAll { ["StreamJSONBench", "StreamJSONBenchTests"].contains($0.name) }
}

// On iOS, no process can start another one, as the programs and many tests do.
if Context.environment["STREAMJSON_TESTS"] == "core" {
  let kept = ["StreamJSONCore", "StreamJSON", "StreamJSONTestSupport", "StreamJSONCoreTests"]
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { ["bench", "fuzz"].contains($0.name) }
}

// Coverage-guided fuzzing needs the compiler's own driver; see Tests/Fuzz/README.md.
if Context.environment["STREAMJSON_LIBFUZZER"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "StreamJSONLibFuzzer",
      dependencies: ["StreamJSONFuzzTargets"],
      path: "Tests/Fuzz/LibFuzzer",
      exclude: ["json.dict"],
      swiftSettings: settings
    )
  )
}

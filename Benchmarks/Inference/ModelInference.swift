import StreamJSON
import StreamJSONCore

/// Infers models from JSON values, as programs do that write models for a text.
///
/// There is a struct for all objects at one place: all elements of an array, or all values of a member. If
/// those at several places have the same members of the same types, they have one struct. A member that is
/// missing or null in some objects is optional. If it is always null, it is a `JSONNull?`, as in the
/// models of such programs; the elements of arrays that are all empty are `JSONValue`. Objects with many members of
/// one type, or with ids for keys, are dictionaries. A number with a fraction makes all numbers at its place
/// `Double`; otherwise they are `Int`. Values of several types are an enum that tries them.
struct ModelInference {
  /// In the order of the text, the outer ones first; nil if another one was declared in its place.
  private var declarations: [Declaration?] = []

  /// The names of types that are in use.
  private var names = SwiftNames.takenTypes

  /// The names of the types, by their signatures.
  private var namesBySignature: [String: String] = [:]

  /// What the outermost type is called, unless it is a struct of that name.
  private static let root = "Root"

  /// The source text of models for texts with these values: an enum with all types; `Root` is that
  /// of a text.
  static func source(of values: [JSONValue], named namespace: String) -> [String] {
    var inference = ModelInference()
    inference.names.insert(namespace)
    let place = Place(values)
    let isModel = !place.objects.isEmpty && !Place.areOfDictionary(place.members)
    let type = inference.type(of: values, named: isModel ? root : namespace)
    var lines = ["enum \(namespace) {"]
    if type != root { lines += ["  typealias \(root) = \(type)", ""] }
    let declarations = inference.declarations.compactMap(\.self)
    lines += [
      "  /// The types of this document.",
      "  static let models: [any (Decodable & SendableMetatype).Type] = [",
    ]
    lines += declarations.map { "    \($0.name).self," }
    lines.append("  ]")
    for declaration in declarations {
      lines += [""] + declaration.lines.map { $0.isEmpty ? "" : "  " + $0 }
    }
    return lines + ["}"]
  }

  /// The type of all of `values`; types that are declared for it are called `name` if possible.
  private mutating func type(of values: [JSONValue], named name: String) -> String {
    let place = Place(values)
    let type =
      switch place.typeCount {
      case 0: place.hasNull ? "JSONNull" : "JSONValue"
      case 1: onlyType(at: place, named: name)
      default: union(at: place, named: name)
      }
    return place.hasNull ? type + "?" : type
  }

  /// The types of the values at a place, in the order in which they are tried.
  ///
  /// Those of elements and objects are called as the arguments say if possible.
  private mutating func alternatives(
    at place: Place,
    elementName: String,
    objectName: String
  ) -> [Declaration.Alternative] {
    var alternatives: [Declaration.Alternative] = []
    func add(_ name: String, _ type: String) {
      alternatives.append(Declaration.Alternative(name: name, type: type))
    }
    if place.hasBool { add("bool", "Bool") }
    if place.hasDouble {
      add("double", "Double")
    } else if place.hasInteger {
      add("int", "Int")
    }
    if place.hasString { add("string", "String") }
    if place.hasArray {
      add("array", "[" + type(of: place.elements, named: elementName) + "]")
    }
    if !place.objects.isEmpty { add("object", object(at: place, named: objectName)) }
    return alternatives
  }

  private mutating func onlyType(at place: Place, named name: String) -> String {
    let singular = SwiftNames.singular(name)
    return alternatives(at: place, elementName: singular, objectName: name)[0].type
  }

  private mutating func union(at place: Place, named name: String) -> String {
    declare(name) { inference, name in
      .alternatives(
        inference.alternatives(
          at: place,
          elementName: name + "Element",
          objectName: name + "Object"
        )
      )
    }
  }

  private mutating func object(at place: Place, named name: String) -> String {
    let members = place.members
    if Place.areOfDictionary(members) {
      let values = members.flatMap(\.values)
      return "[String: " + type(of: values, named: SwiftNames.singular(name)) + "]"
    }
    if members.isEmpty { return declare("Empty") { _, _ in .model([]) } }
    return declare(name) { inference, _ in
      var taken: Set<String> = []
      return .model(
        members.map { member in
          var type = inference.type(of: member.values, named: SwiftNames.type(member.key))
          let isAlwaysThere = member.values.count == place.objects.count
          if !isAlwaysThere, !type.hasSuffix("?") { type += "?" }
          let property = Self.unique(SwiftNames.property(member.key), &taken)
          return Declaration.Property(name: property, key: member.key, type: type)
        }
      )
    }
  }

  /// Declares a type unless there is one with the same contents.
  ///
  /// - Returns: The name of the type.
  private mutating func declare(
    _ wanted: String,
    _ contents: (inout ModelInference, _ name: String) -> Declaration.Contents
  ) -> String {
    let name = Self.unique(wanted, &names)
    let position = declarations.count
    declarations.append(nil)
    let declaration = Declaration(name: name, contents: contents(&self, name))
    if let known = namesBySignature[declaration.signature] {
      names.remove(name)
      return known
    }
    namesBySignature[declaration.signature] = name
    declarations[position] = declaration
    return name
  }

  /// The name, with a number if it is taken.
  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var unique = name
    var number = 2
    while !taken.insert(unique).inserted {
      unique = "\(name)\(number)"
      number += 1
    }
    return unique
  }
}

import Foundation

/// Words and texts for the documents.
enum Vocabulary {
  static let english = [
    "about", "again", "always", "answer", "before", "better", "between", "bridge", "city",
    "coffee", "different", "early", "evening", "every", "forward", "friend", "garden", "great",
    "happen", "hour", "house", "important", "last", "later", "little", "market", "meeting",
    "morning", "music", "never", "night", "open", "people", "place", "question", "quick", "rain",
    "read", "river", "school", "second", "some", "street", "summer", "table", "thing", "think",
    "today", "together", "train", "under", "water", "weather", "window", "winter", "work", "write",
  ]

  /// Words in Japanese, Chinese and Korean: three bytes of UTF-8 per character.
  static let eastAsian = [
    "今日は", "天気が", "良い", "です", "明日", "東京", "電車", "食べました", "ありがとう", "ございます",
    "名前", "本当に", "楽しい", "時間", "友達", "中国", "北京", "我们", "今天", "学习", "朋友", "谢谢",
    "非常", "안녕하세요", "감사합니다", "오늘", "서울", "친구", "、", "。", "！",
  ]

  /// Words with letters of two bytes of UTF-8 among others.
  static let french = [
    "déjà", "été", "où", "là", "forêt", "garçon", "hôtel", "matin", "soleil", "après", "maison",
    "très", "petit", "élève", "jour", "fenêtre", "rivière", "musique", "bientôt", "ça",
  ]

  /// Words with two bytes of UTF-8 per letter.
  static let russian = [
    "утро", "вечер", "река", "город", "дом", "улица", "музыка", "погода", "вместе", "сегодня",
    "вопрос", "ответ", "школа", "друг", "время", "поезд", "окно", "лето", "зима", "хорошо",
  ]

  /// Characters outside the basic plane: four bytes of UTF-8, two `\u` escapes.
  static let emoji = ["😀", "🎉", "🚀", "🌸", "👍🏽", "🙏", "🔥", "🐱", "👩‍💻", "🇯🇵", "🎵", "🍣"]

  static let firstNames = [
    "Ada", "Björn", "Chloé", "Dmitri", "Emi", "Fatima", "Grace", "Haruto", "Ines", "Jonas", "Kim",
    "Lucía", "Mateo", "Nadia", "Olu", "Priya", "Quentin", "Rosa", "Søren", "Tomoko",
  ]

  static let lastNames = [
    "Andersson", "Bianchi", "Costa", "Dubois", "Evans", "Fischer", "García", "Haddad", "Ito",
    "Jansen", "Kowalski", "Lindqvist", "Müller", "Nakamura", "O'Neill", "Petrov", "Quispe", "Rossi",
  ]
}

extension SplitMix64 {
  /// A person's name.
  mutating func name() -> String {
    pick(Vocabulary.firstNames) + " " + pick(Vocabulary.lastNames)
  }

  /// `count` English words.
  mutating func words(_ count: Int) -> String {
    text(of: Vocabulary.english, count)
  }

  /// `count` of `words`, with spaces between them.
  mutating func text(of words: [String], _ count: Int) -> String {
    (0..<count).map { _ in pick(words) }.joined(separator: " ")
  }

  /// `count` East Asian words, without spaces between them.
  mutating func eastAsianWords(_ count: Int) -> String {
    (0..<count).map { _ in pick(Vocabulary.eastAsian) }.joined()
  }

  /// A web address with `depth` parts in its path.
  mutating func address(_ depth: Int) -> String {
    let path = (0..<depth).map { _ in pick(Vocabulary.english) }.joined(separator: "/")
    return "https://\(pick(Vocabulary.english)).example.com/\(path)"
  }

  /// A moment in the year 2024, in ISO 8601 format.
  mutating func date() -> String {
    String(format: "2024-%02d-%02d", number(1..<13), number(1..<29))
      + String(format: "T%02d:%02d:%02dZ", number(0..<24), number(0..<60), number(0..<60))
  }
}

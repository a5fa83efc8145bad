extension Player {
  func streamText() {
    _ = choices.fork()
  }
}

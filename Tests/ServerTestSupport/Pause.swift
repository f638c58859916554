/// A few milliseconds between two looks at something that tells nobody when it changes; the others run meanwhile.
package func pause() async {
    // Polls; the time limit of the test is the bound.
    try? await Task.sleep(for: .milliseconds(3))
}

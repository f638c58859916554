/// The phone below an audio session.
@_spi(Walk)
public protocol AudioSystem: AnyObject {
    func setCategory(
        _ category: AVAudioSession.Category, _ mode: AVAudioSession.Mode, _ options: AVAudioSession.CategoryOptions)
        throws
}

extension AVAudioSession {
    @_spi(Walk)
    public convenience init(_ system: any AudioSystem) { self.init(on: system) }
}

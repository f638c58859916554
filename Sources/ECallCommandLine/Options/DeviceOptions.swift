import ArgumentParser
import ECallMedia

/// Which camera, microphone and loudspeaker.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which camera: its name, how it begins, its id, or default. All of them: ecall media", valueName: "name"))
    var camera: String?

    @Option(help: ArgumentHelp("Which microphone, named in the same way.", valueName: "name"))
    var microphone: String?

    @Option(help: ArgumentHelp("Which loudspeaker, named in the same way.", valueName: "name"))
    var loudspeaker: String?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Take what the loudspeaker plays out of what the microphone hears. (default: as chosen, else on)")
    var echoCancelling: Bool?

    var names: DeviceNames {
        DeviceNames(camera: camera, microphone: microphone, loudspeaker: loudspeaker, cancelsEcho: echoCancelling)
    }
}

import ArgumentParser
import ECallMedia

/// Camera, microphone and loudspeaker.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The camera: its name, how it begins, its id, or default. ecall media lists them.", valueName: "name"))
    var camera: String?

    @Option(help: ArgumentHelp("The microphone, named in the same way.", valueName: "name"))
    var microphone: String?

    @Option(help: ArgumentHelp("The loudspeaker, named in the same way.", valueName: "name"))
    var loudspeaker: String?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive,
        help: "Cancel the loudspeaker's echo in the microphone. (default: as chosen, else on)")
    var echoCancelling: Bool?

    var names: DeviceNames {
        DeviceNames(camera: camera, microphone: microphone, loudspeaker: loudspeaker, cancelsEcho: echoCancelling)
    }
}

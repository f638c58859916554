import Foundation

/// libFuzzer's own loop, by its documented entry (LLVM, "Using libFuzzer as a library"): SwiftPM's programs have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let chosen = FuzzTarget.instrumented.first {
    $0.name == ProcessInfo.processInfo.environment["FUZZ_TARGET"]
}

guard chosen != nil else {
    for target in FuzzTarget.instrumented { print(target.name, target.longest) }
    exit(2)
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
    runDriver(&count, &arguments) { bytes, length in
        do {
            _ = try chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
            return 0
        } catch {
            // libFuzzer keeps the input of whatever ends the process.
            fatalError("\(error)")
        }
    })

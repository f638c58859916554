import ECallAPI
import ECallCalls
import ECallLanguage
import ECallMedia
import ECallSecurity
import KeyDistribution
import NetworkCheck

@testable import ECallCommandLine

/// One of each event, with its line for a person and its line of `--json`.
enum EventSamples {
    static let incoming = IncomingCall(
        id: 17, room: 900, caller: 5, callerDevice: 55, callerName: "Bob", isVideo: true)

    static var statistics: CallStatistics {
        var statistics = CallStatistics()
        statistics.audioFramesSealed = 500
        statistics.videoFramesSealed = 300
        statistics.audioFramesOpened = 490
        statistics.videoFramesOpened = 295
        statistics.openDrops = ["replay": 2]
        statistics.framesDroppedBad = 2
        statistics.pictureDelayMilliseconds = 81.6
        statistics.candidatePairs = ["relay/relay"]
        return statistics
    }

    static func summary(_ reason: CallEndReason, problem: String? = nil) -> CallSummary {
        CallSummary(id: 17, reason: reason, problem: problem.map(Text.verbatim), statistics: CallStatistics())
    }

    static let table: [(event: ReportedEvent, text: String?, json: String)] = [
        (.listening, "Waiting for calls. End with Ctrl-C.", #"{"event":"listening"}"#),
        (.checking(.relayUDP), "Checking TURN over UDP…", #"{"event":"checking","step":"relayUDP"}"#),
        (.notice(.verbatim("Look.")), "Look.", #"{"event":"notice","text":"Look."}"#),
        (
            .call(.incoming(incoming)),
            "Bob: incoming video call. Answer: ecall answer - decline: ecall decline",
            #"{"callId":17,"callerDeviceId":55,"callerId":5,"callerName":"Bob","event":"incoming","isSigned":true,"isVideo":true,"roomId":900}"#
        ),
        (.call(.ringing(17)), "Ringing …", #"{"callId":17,"event":"ringing"}"#),
        (
            .call(.answered(17, by: 5, name: "Bob")), "Bob answered.",
            #"{"callId":17,"event":"answered","name":"Bob","userId":5}"#
        ),
        (
            .call(.participantJoined(17, 5, name: "Bob")), "Bob is in the call.",
            #"{"callId":17,"event":"participantJoined","name":"Bob","userId":5}"#
        ),
        (
            .call(.participantLeft(17, 5)), "user 5 left the call.",
            #"{"callId":17,"event":"participantLeft","userId":5}"#
        ),
        (
            .call(.participantRemoved(17, 5, name: "Bob")), "Bob was removed from the call.",
            #"{"callId":17,"event":"participantRemoved","name":"Bob","userId":5}"#
        ),
        (
            .call(.participantRinging(17, 5, name: "Bob")), "Bob is being called.",
            #"{"callId":17,"event":"participantRinging","name":"Bob","userId":5}"#
        ),
        (
            .call(.participantRefused(17, 5, name: "Bob", .declined)), "Bob declined.",
            #"{"callId":17,"event":"participantRefused","name":"Bob","status":"declined","userId":5}"#
        ),
        (
            .call(.participantRefused(17, 5, name: "Bob", .noAnswer)), "Bob didn’t answer.",
            #"{"callId":17,"event":"participantRefused","name":"Bob","status":"noAnswer","userId":5}"#
        ),
        (
            .call(.participantRefused(17, 5, name: "Bob", .busy)), "Bob is in another call.",
            #"{"callId":17,"event":"participantRefused","name":"Bob","status":"busy","userId":5}"#
        ),
        (
            .call(.participantReplied(17, 5, name: "Bob", .cannotTalkNow(minutes: 10))),
            "Bob can’t talk now and will call back in 10 minutes.",
            #"{"callId":17,"event":"participantReplied","name":"Bob","reply":{"kind":"cannotTalkNow","minutes":10},"userId":5}"#
        ),
        (
            .call(.participantReplied(17, 5, name: "Bob", .cannotTalkNow(minutes: 1))),
            "Bob can’t talk now and will call back in 1 minute.",
            #"{"callId":17,"event":"participantReplied","name":"Bob","reply":{"kind":"cannotTalkNow","minutes":1},"userId":5}"#
        ),
        (
            .call(.participantReplied(17, 5, name: "Bob", .cannotTalkNow(minutes: 0))), "Bob can’t talk now.",
            #"{"callId":17,"event":"participantReplied","name":"Bob","reply":{"kind":"cannotTalkNow","minutes":0},"userId":5}"#
        ),
        (
            .call(.muteRequested(17, by: 5, name: "Bob")), "Bob asked you to mute. Type: ecall mute",
            #"{"callId":17,"event":"muteRequested","name":"Bob","userId":5}"#
        ),
        (
            .call(.invitationRequested(17, by: 5, name: "Bob", .invite)), "Bob is joining with your link.",
            #"{"callId":17,"event":"invitationRequested","isInvited":true,"name":"Bob","userId":5,"verdict":"invite"}"#
        ),
        (
            .call(.invitationRequested(17, by: 5, name: "Bob", .unmet)),
            "Bob wants to join with your link. You haven’t been in a call together yet. To let them in: ecall invite 5",
            #"{"callId":17,"event":"invitationRequested","isInvited":false,"name":"Bob","userId":5,"verdict":"unmet"}"#
        ),
        (
            .call(.invitationRequested(17, by: 5, name: "Bob", .held)),
            "Bob opened your link on a device you haven’t confirmed. To let them in: ecall invite 5",
            #"{"callId":17,"event":"invitationRequested","isInvited":false,"name":"Bob","userId":5,"verdict":"held"}"#
        ),
        (
            .call(.joinedMuted(17)),
            "You joined muted because 16 people are already unmuted. "
                + "To speak once someone mutes: ecall unmute",
            #"{"callId":17,"event":"joinedMuted"}"#
        ),
        (
            .call(.missed(incoming)), "You missed a call from Bob: it arrived too late to ring.",
            #"{"callId":17,"callerDeviceId":55,"callerId":5,"callerName":"Bob","event":"missed","isSigned":true,"isVideo":true,"roomId":900}"#
        ),
        (
            .call(.clockOff(.verbatim("The clock is slow."))), "The clock is slow.",
            #"{"event":"clockOff","text":"The clock is slow."}"#
        ),
        (
            .call(.capture(17, .cameraBlack, isOver: false)), "Your video is black. Is the lens covered?",
            #"{"callId":17,"capture":"cameraBlack","event":"capture","isOver":false,"#
                + #""text":"Your video is black. Is the lens covered?"}"#
        ),
        (
            .call(.capture(17, .microphoneSilent, isOver: true)), "The notice about your microphone no longer applies.",
            #"{"callId":17,"capture":"microphoneSilent","event":"capture","isOver":true,"#
                + #""text":"The notice about your microphone no longer applies."}"#
        ),
        (
            .call(.mediaWait(17, .ownNetwork)),
            "Audio and video can’t get through your network. To find out what it blocks, run: ecall netcheck",
            #"{"callId":17,"event":"mediaWait","wait":"ownNetwork"}"#
        ),
        (
            .call(.mediaWait(17, .others)),
            "Nothing is arriving from the other side yet. The network there may be blocking audio and video.",
            #"{"callId":17,"event":"mediaWait","wait":"others"}"#
        ),
        (.call(.mediaWait(17, .none)), nil, #"{"callId":17,"event":"mediaWait","wait":"none"}"#),
        (
            .call(.suspended(.verbatim("Suspended: spam"))),
            "Suspended: spam. You won’t receive calls until the suspension ends.",
            #"{"event":"suspended","text":"Suspended: spam"}"#
        ),
        (
            .call(.participantConnection(17, 5, name: "Bob", .reconnecting)),
            "Bob’s connection is lost. Waiting …",
            #"{"callId":17,"event":"participantConnection","name":"Bob","state":"reconnecting","userId":5}"#
        ),
        (
            .call(.participantConnection(17, 5, name: "Bob", .connected)), "Bob is back.",
            #"{"callId":17,"event":"participantConnection","name":"Bob","state":"connected","userId":5}"#
        ),
        (
            .call(.participantQuality(17, 5, name: "Bob", .poor)), "▂·· Bob’s connection is weak.",
            #"{"bars":1,"callId":17,"event":"participantQuality","name":"Bob","quality":"poor","userId":5}"#
        ),
        (
            .call(.participantQuality(17, 5, name: "Bob", .good)), nil,
            #"{"bars":3,"callId":17,"event":"participantQuality","name":"Bob","quality":"good","userId":5}"#
        ),
        (
            .call(.participantRecording(17, 5, name: "Bob", true)), "Bob is recording this call.",
            #"{"callId":17,"event":"participantRecording","isRecording":true,"name":"Bob","userId":5}"#
        ),
        (
            .call(.participantRecording(17, 5, name: "Bob", false)), "Bob stopped recording.",
            #"{"callId":17,"event":"participantRecording","isRecording":false,"name":"Bob","userId":5}"#
        ),
        (
            .call(.participantSharing(17, 5, name: "Bob", true)), "Bob is sharing their screen.",
            #"{"callId":17,"event":"participantSharing","isSharing":true,"name":"Bob","userId":5}"#
        ),
        (
            .call(.participantSharing(17, 5, name: "Bob", false)), "Bob stopped sharing.",
            #"{"callId":17,"event":"participantSharing","isSharing":false,"name":"Bob","userId":5}"#
        ),
        (
            .call(.recording(17, true)), "Recording. The others are notified.",
            #"{"callId":17,"event":"recording","isRecording":true}"#
        ),
        (
            .call(.recording(17, false)), "Recording has ended. The others are notified.",
            #"{"callId":17,"event":"recording","isRecording":false}"#
        ),
        (
            .call(.hand(17, 5, name: "Bob", isRaised: true)), "Bob raised a hand.",
            #"{"callId":17,"event":"hand","isRaised":true,"name":"Bob","userId":5}"#
        ),
        (
            .call(.hand(17, 5, name: "Bob", isRaised: false)), "Bob lowered their hand.",
            #"{"callId":17,"event":"hand","isRaised":false,"name":"Bob","userId":5}"#
        ),
        (
            .call(.reaction(17, 5, name: "Bob", .thumbsUp)), "Bob: Thumbs up",
            #"{"callId":17,"event":"reaction","name":"Bob","reaction":"thumbsUp","userId":5}"#
        ),
        (
            .call(.quality(17, .fair)), "▂▄· Your connection is fair. Audio and video may break up at times.",
            #"{"bars":2,"callId":17,"event":"quality","quality":"fair"}"#
        ),
        (
            .call(.encryption(17, .waitingForKey)),
            "Setting up encryption. Others might not be able to hear you yet.",
            #"{"callId":17,"event":"encryption","state":"waitingForKey"}"#
        ),
        (
            .call(.encryption(17, .protected)),
            "End-to-end encrypted. The server can’t listen.",
            #"{"callId":17,"event":"encryption","state":"protected"}"#
        ),
        (
            .call(.trust(17, 5, name: "Bob", .known)),
            "Bob: you have met this device, or confirmed it. Numbers were not compared.",
            #"{"callId":17,"event":"trust","name":"Bob","trust":"known","userId":5}"#
        ),
        (
            .call(.trust(17, 5, name: "Bob", .held(.changedKey))),
            "Bob: held. The identity of Bob’s device has changed. You cannot hear or see each other. "
                + "What to do: ecall status",
            #"{"callId":17,"event":"trust","name":"Bob","trust":"held:changedKey","userId":5}"#
        ),
        (
            .call(.firstPicture(17, from: 5, milliseconds: 840)), "You see user 5 (after 0.8 s).",
            #"{"callId":17,"event":"firstPicture","from":5,"milliseconds":840}"#
        ),
        (
            .call(.firstSound(17, from: 5, milliseconds: 1_250)),
            "Receiving audio from user 5 (after 1.3 s), without playing it.",
            #"{"callId":17,"event":"firstSound","from":5,"isPlayed":false,"milliseconds":1250}"#
        ),
        (
            .call(.notice(17, .verbatim("Bob has a new device."))), "Bob has a new device.",
            #"{"callId":17,"event":"notice","text":"Bob has a new device."}"#
        ),
    ]

    static var all: [ReportedEvent] {
        table.map(\.event)
            + [
                .call(
                    .ended(CallSummary(id: 17, reason: .failed, problem: .verbatim("No path."), statistics: statistics))
                ),
                .call(
                    .ended(
                        CallSummary(
                            id: 17, reason: .declined, problem: nil, statistics: statistics,
                            reply: .cannotTalkNow(minutes: 10)))),
            ]
    }
}

import Synchronization

/// Reception: on lines of a handle, which are added, switched to other feeds, and paused.
extension JanusDouble {
    func subscribe(_ request: Request) {
        take(request, as: "subscribe") { lines, stream in lines.append(stream) }
    }

    func change(of request: Request) {
        guard request.name == "switch" else {
            return take(request, as: "subscribe to more") { lines, stream in lines.append(stream) }
        }
        let targets = request.body["streams"]?.elements.map { Int($0["sub_mid"]?.string ?? "") ?? 0 } ?? []
        var next = targets.makeIterator()
        take(request, as: "switch to the same sender") { lines, stream in
            guard let line = next.next(), lines.indices.contains(line) else { return }
            lines[line] = stream
        }
    }

    func pause(_ request: Request) {
        for stream in request.body["streams"]?.elements ?? [] {
            guard let line = stream["mid"]?.string.flatMap({ Int($0) }), let isSent = stream["send"]?.boolean else {
                continue
            }
            state.withLock { state in
                guard state.receivers[request.handle]?.indices.contains(line) == true else { return }
                state.receivers[request.handle]?[line].isSent = isSent
            }
        }
    }

    private func take(_ request: Request, as name: String, _ change: (inout [Line], Line) -> Void) {
        let asked = request.body["streams"]?.elements ?? []
        // Nor can a handle that has not joined subscribe to more.
        let mayAsk = state.withLock { !$0.missingFeeds && (name == "subscribe" || $0.receivers[request.handle] != nil) }
        guard mayAsk else {
            return request.answer(as: "subscribe to unknown feed", ["feed": asked.first?["feed"] ?? 0])
        }
        let (lines, displays, inactive) = state.withLock { state in
            var lines = state.receivers[request.handle] ?? []
            for stream in asked {
                change(&lines, Line(feed: Int(stream["feed"]?.integer ?? 0), mid: stream["mid"]?.string ?? ""))
            }
            state.receivers[request.handle] = lines
            return (lines, Dictionary(state.feeds.map { ($0.id, $0.display) }) { first, _ in first }, state.inactive)
        }
        let isInactive = lines.allSatisfy { inactive.contains($0.mid) }
        let first = asked.first?["feed"] ?? 0
        let values: [String: RecordedValue] = [
            "room": request.body["room"] ?? 5, "feed": first,
            "display": .string(displays[lines.first?.feed ?? 0] ?? ""),
            "sdp": isInactive ? "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=inactive\r\n" : "offer",
        ]
        request.answer(as: name, values) { message in
            guard message["janus"] == "event", let template = message.data("streams")?.elements.first else { return }
            if message.data("changes") != nil { message.setData("changes", RecordedValue(asked.count)) }
            message.setData(
                "streams",
                .array(
                    lines.enumerated().map { index, line in
                        var stream = template
                        stream["mid"] = .string("\(index)")
                        stream["mindex"] = RecordedValue(index)
                        stream["feed_id"] = RecordedValue(line.feed)
                        stream["feed_mid"] = .string(line.mid)
                        stream["feed_display"] = .string(displays[line.feed] ?? "")
                        stream["type"] = line.mid.hasPrefix("audio") ? "audio" : "video"
                        stream["codec"] = line.mid.hasPrefix("audio") ? "opus" : "h264"
                        stream["send"] = .bool(line.isSent)
                        return stream
                    }))
        }
    }
}

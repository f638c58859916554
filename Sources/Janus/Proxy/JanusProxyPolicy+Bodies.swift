extension JanusProxyPolicy {
    /// The body of a plugin request, rebuilt (wire-protocol 6.2).
    mutating func videoRoomBody(
        _ body: JSONObject, _ handle: UInt64, _ transaction: String
    ) throws(JanusRefusal) -> JanusJSON {
        let name = try read { () throws(JanusDecodingError) in try body.string("request") }
        if let room = roomOfHandle[handle], access(room) == nil,
            !["create", "join", "unpublish", "leave"].contains(name)
        {
            var refusal = JanusRefusal.unauthorized(.room, "no longer in the room")
            refusal.isLate = former.rooms.takes(room)
            throw refusal
        }
        switch name {
        case "create": return try createRoom(transaction)
        case "join": return try join(body, handle, transaction)
        case "configure", "publish": return try configuration(name, body)
        case "unpublish", "leave", "start": return ["request": .string(name)]
        case "subscribe", "unsubscribe":
            return ["request": .string(name), "streams": try streams(body)]
        case "switch": return ["request": "switch", "streams": try switches(body)]
        default: throw .unauthorized(.pluginRequest, "plugin request not allowed")
        }
    }

    private mutating func createRoom(_ transaction: String) throws(JanusRefusal) -> JanusJSON {
        guard roomsMade < limits.rooms else { throw .unauthorized(.limit, "too many rooms") }
        // Checked before the room is created, because a requested room counts from then on.
        guard pending.count < limits.pending else { throw .unauthorized(.limit, "too many requests under way") }
        guard let room = makeRoom() else { throw .unauthorized(.room, "rooms cannot be made") }
        try expect(.room(room), transaction)
        roomsMade += 1
        return room.json
    }

    // MARK: - Join

    private mutating func join(
        _ body: JSONObject, _ handle: UInt64, _ transaction: String
    ) throws(JanusRefusal) -> JanusJSON {
        let room = try read { () throws(JanusDecodingError) in try body.id("room") }
        guard let access = access(room) else {
            var refusal = JanusRefusal.unauthorized(.room, "room not allowed")
            refusal.isLate = former.rooms.takes(room)
            throw refusal
        }
        let ptype = try read { () throws(JanusDecodingError) in try body.string("ptype") }
        var members: [String: JanusJSON] = [
            "request": "join", "ptype": .string(ptype), "room": .unsigned(room),
        ]
        switch ptype {
        case "publisher":
            let display = try read { () throws(JanusDecodingError) in try body.string("display") }
            guard let user = user(named: display), mayJoin(as: user, access) else {
                throw .unauthorized(.display, "display not allowed")
            }
            try expect(.join(user: user), transaction)
            members["display"] = .string(JanusDisplay.cut(display))
        case "subscriber":
            // A connection without credentials can subscribe only where it has visibly joined.
            guard identity != .participantOfRoom || joinedRooms.contains(room) else {
                throw .unauthorized(.room, "not joined")
            }
            let usesMsid = try read { () throws(JanusDecodingError) in try body.bool("use_msid") }
            members["use_msid"] = .bool(usesMsid ?? true)
            let autoupdate = try read { () throws(JanusDecodingError) in try body.bool("autoupdate") }
            members = members.adding("autoupdate", autoupdate.map(JanusJSON.bool))
            members["streams"] = try streams(body)
        default: throw .wrongType("ptype")
        }
        roomOfHandle[handle] = room
        former.rooms.insert(room)
        return .object(
            members.adding("pin", access.pin.map(JanusJSON.string))
                .adding("token", access.token.map(JanusJSON.string)))
    }

    /// The user of `<userId>:<name>`, if the name has no invisible characters.
    private func user(named display: String) -> UInt64? {
        let parts = display.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let id = UInt64(String(parts[0]) ?? ""),
            parts[0].elementsEqual(String(id).utf8), !display.unicodeScalars.contains(where: \.isInvisible)
        else { return nil }
        return id
    }

    private func mayJoin(as id: UInt64, _ access: JanusRoomAccess) -> Bool {
        switch identity {
        case .user(let user): id == user && access.participants?.contains(id) ?? true
        case .participantOfRoom: access.participants?.contains(id) ?? false
        }
    }

    // MARK: - Configure and publish

    private func configuration(_ name: String, _ body: JSONObject) throws(JanusRefusal) -> JanusJSON {
        var members: [String: JanusJSON] = ["request": .string(name)]
        for flag in ["audio", "video", "keyframe", "restart", "update"] {
            let value = try read { () throws(JanusDecodingError) in try body.bool(flag) }
            members = members.adding(flag, value.map(JanusJSON.bool))
        }
        for (codec, allowed) in [("videocodec", ["h264", "vp8"]), ("audiocodec", ["opus"])] {
            let value = try read { () throws(JanusDecodingError) in try body.optionalString(codec) }
            guard allowed.contains(value ?? allowed[0]) else { throw .unauthorized(.codec, "codec not allowed") }
            members = members.adding(codec, value.map(JanusJSON.string))
        }
        let bitrate = try read { () throws(JanusDecodingError) in try body.integer("bitrate") }
        members = members.adding("bitrate", bitrate.map { .unsigned(UInt64($0)) })

        let streams = try read { () throws(JanusDecodingError) in try body.objects("streams") }
        guard streams.count <= limits.streams else { throw .unauthorized(.limit, "too many streams") }
        var changes: [JanusJSON] = []
        for stream in streams {
            var change = ["mid": JanusJSON.string(try mid("mid", of: stream))]
            for flag in ["send", "keyframe"] {
                let value = try read { () throws(JanusDecodingError) in try stream.bool(flag) }
                change = change.adding(flag, value.map(JanusJSON.bool))
            }
            changes.append(.object(change.merging(try layers(of: stream)) { $1 }))
        }
        return .object(members.adding("streams", changes.isEmpty ? nil : .array(changes)))
    }

    // MARK: - Streams

    private func entries(_ body: JSONObject) throws(JanusRefusal) -> [JSONObject] {
        let streams = try read { () throws(JanusDecodingError) in try body.objects("streams") }
        guard !streams.isEmpty else { throw .missing("streams") }
        guard streams.count <= limits.streams else { throw .unauthorized(.limit, "too many streams") }
        return streams
    }

    /// The m-lines and their new streams: an entry that Janus does not understand fails the whole request, so each must be
    /// complete.
    private func switches(_ body: JSONObject) throws(JanusRefusal) -> JanusJSON {
        var switches: [JanusJSON] = []
        for stream in try entries(body) {
            let feed = try read { () throws(JanusDecodingError) in try stream.id("feed") }
            switches.append([
                "feed": .unsigned(feed), "mid": .string(try mid("mid", of: stream)),
                "sub_mid": .string(try mid("sub_mid", of: stream)),
            ])
        }
        return .array(switches)
    }

    /// The requested simulcast layers; Janus refuses invalid layer numbers, and accepts any time.
    private func layers(of stream: JSONObject) throws(JanusRefusal) -> [String: JanusJSON] {
        var members: [String: JanusJSON] = [:]
        for (name, largest) in [("substream", 2), ("temporal", 2), ("fallback", 60_000_000)] {
            let value = try read { () throws(JanusDecodingError) in try stream.integer(name) }
            guard let value else { continue }
            guard value <= largest else { throw .wrongType(name) }
            members[name] = .unsigned(UInt64(value))
        }
        return members
    }

    private func streams(_ body: JSONObject) throws(JanusRefusal) -> JanusJSON {
        var selections: [JanusJSON] = []
        for stream in try entries(body) {
            let feed = try read { () throws(JanusDecodingError) in try stream.optionalID("feed") }
            var selection = [String: JanusJSON]().adding("feed", feed.map(JanusJSON.unsigned))
            for name in ["mid", "sub_mid"] where stream[name] != nil {
                selection[name] = .string(try mid(name, of: stream))
            }
            guard !selection.isEmpty else { throw .missing("feed") }
            let send = try read { () throws(JanusDecodingError) in try stream.bool("send") }
            selection = selection.adding("send", send.map(JanusJSON.bool))
            selections.append(.object(selection.merging(try layers(of: stream)) { $1 }))
        }
        return .array(selections)
    }

    private func mid(_ name: String, of object: JSONObject) throws(JanusRefusal) -> String {
        let mid = try read { () throws(JanusDecodingError) in try object.string(name) }
        guard mid.utf8.count <= 64 else { throw .wrongType(name) }
        return mid
    }

    // MARK: - Negotiation

    /// The rebuilt `jsep` of a message; nil if it has none.
    func sessionDescription(_ message: JSONObject) throws(JanusRefusal) -> JanusJSON? {
        try read { () throws(JanusDecodingError) in
            guard let jsep = try message.optionalObject("jsep") else { return nil }
            var rebuilt = try JanusSessionDescription(jsep).json
            if let trickle = try jsep.bool("trickle"), case .object(let members) = rebuilt {
                rebuilt = .object(members.adding("trickle", .bool(trickle)))
            }
            return rebuilt
        }
    }

    /// The rebuilt candidate or candidates of a trickle.
    func trickle(_ message: JSONObject) throws(JanusRefusal) -> [String: JanusJSON] {
        guard message["candidates"] != nil else {
            return [
                "candidate": try candidate(read { () throws(JanusDecodingError) in try message.object("candidate") })
            ]
        }
        let objects = try read { () throws(JanusDecodingError) in try message.objects("candidates") }
        guard 1...64 ~= objects.count else { throw .wrongType("candidates") }
        var candidates: [JanusJSON] = []
        for object in objects { candidates.append(try candidate(object)) }
        return ["candidates": .array(candidates)]
    }

    private func candidate(_ object: JSONObject) throws(JanusRefusal) -> JanusJSON {
        let trickle = try read { () throws(JanusDecodingError) in try JanusTrickle(object) }
        if case .candidate(let candidate) = trickle, candidate.candidate.utf8.count > 2048 {
            throw .wrongType("candidate")
        }
        return trickle.json
    }
}

extension Unicode.Scalar {
    /// Whether it is a control, a line separator, or a change of text direction.
    fileprivate var isInvisible: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

public import ECallCalls
public import ECallLanguage
public import Foundation
public import KeyDistribution

/// Devices in words: their names, and how far they are trusted here.
public struct DeviceWords: Sendable {
    private let locale: Locale
    private let timeZone: TimeZone

    public init(locale: Locale = .current, timeZone: TimeZone = .current) {
        (self.locale, self.timeZone) = (locale, timeZone)
    }

    /// The name of a device wherever it is shown: its claim, and since when it is trusted here.
    public func name(of past: DevicePast) -> Text {
        let device = past.says.map { Text.deviceSays(name: $0) } ?? .deviceUnnamed
        return past.since.map { .deviceSince(device: device, date: date($0)) } ?? device
    }

    /// The trust in a device, for a list of devices.
    public func note(on device: KnownDevice) -> Text {
        device.trust == .held(.newDevice) ? .trustWordListed : word(for: device.trust, device.past)
    }

    /// The trust in a device, or why it is held.
    public func word(for trust: DeviceTrust, _ past: DevicePast) -> Text {
        switch past.word {
        case .verified: return .contactTrustVerified
        case .vouched(let since): return since.map { .trustWordVouchedSince(date: date($0)) } ?? .contactTrustVouched
        case .confirmed(let at): return at.map { .trustWordConfirmedOn(date: date($0)) } ?? .trustWordConfirmed
        case .calls(let count, let since?) where count > 0: return .trustWordCalls(count: count, month: month(since))
        case .calls: return .trustWordEarlier
        case .first: return .trustWordFirst
        case .listed: return .trustWordListed
        case .held: break
        }
        guard case .held(let reason) = trust else { return .trustWordListed }
        return switch reason {
        case .changedKey, .olderIdentity: .contactTrustChangedKey
        case .newDevice, .uninvited: .contactTrustNewDevice
        case .revoked: .contactTrustRevoked
        case .unverified: .contactTrustUnverified
        case .refused: .contactTrustRefused
        }
    }

    /// Its meaning, and what to do about it.
    public func sentence(for trust: DeviceTrust, _ past: DevicePast) -> Text {
        switch trust {
        case .new: return .contactTrustUnmetText
        case .known:
            if case .confirmed = past.word { return .contactTrustConfirmedText }
            return .contactTrustCallsText
        case .verified: return .contactTrustVerifiedText
        case .vouched: return .contactTrustVouchedText
        case .held(let reason):
            return switch reason {
            case .changedKey, .olderIdentity: .contactTrustChangedKeyText
            case .newDevice, .uninvited: .contactTrustNewDeviceText
            case .revoked: .contactTrustRevokedText
            case .unverified: .contactTrustUnverifiedText
            case .refused: .contactTrustRefusedText
            }
        }
    }

    private func date(_ moment: DevicePast.Moment) -> String {
        let style = Date.FormatStyle(locale: locale, timeZone: timeZone).day().month(.abbreviated)
        return Self.date(of: moment).formatted(moment.hasYear ? style.year() : style)
    }

    private func month(_ moment: DevicePast.Moment) -> String {
        let style = Date.FormatStyle(locale: locale, timeZone: timeZone).month(.wide)
        return Self.date(of: moment).formatted(moment.hasYear ? style.year() : style)
    }

    private static func date(of moment: DevicePast.Moment) -> Date {
        Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
    }
}

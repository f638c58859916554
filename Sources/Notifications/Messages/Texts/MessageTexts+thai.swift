import ECallLanguage

extension MessageTexts {
    static let thai = MessageTexts(
        code: "รหัส ECALL ของคุณ: {code}",
        codeLife: [.other: "รหัสนี้ใช้ได้ครั้งเดียวและจะหมดอายุใน {minutes} นาที อย่าบอกรหัสนี้กับใคร"],
        notRequested: "หากคุณไม่ได้ขอรหัสนี้ ไม่ต้องสนใจอีเมลนี้",
        removedSubject: "วิธีเข้าสู่ระบบบัญชี ECALL ของคุณถูกนำออกหนึ่งวิธี",
        removed: "{address} ใช้เข้าสู่ระบบบัญชี ECALL ของคุณไม่ได้แล้ว",
        restore: [
            .other: """
            หากคุณไม่ได้เป็นผู้นำออก คุณกู้คืนได้ภายใน {days} วัน เมื่อกู้คืนแล้ว \
            อุปกรณ์ทั้งหมดของบัญชีจะออกจากระบบ
            """
        ],
        removedNumber: "หมายเลขนี้ใช้เข้าสู่ระบบบัญชี ECALL ของคุณไม่ได้แล้ว",
        restoreNumber: [.other: "ไม่ใช่คุณใช่ไหม กู้คืนภายใน {days} วัน: {link}"])
}

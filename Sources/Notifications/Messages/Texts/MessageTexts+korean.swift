import ECallLanguage

extension MessageTexts {
    static let korean = MessageTexts(
        code: "ECALL 인증 코드: {code}",
        codeLife: [.other: "한 번만 쓸 수 있고 {minutes}분 후에 만료돼요. 다른 사람에게 알려 주지 마세요."],
        notRequested: "이 코드를 요청하지 않았다면 이 이메일을 무시해도 돼요.",
        removedSubject: "ECALL 계정의 로그인 방법 하나가 삭제되었어요",
        removed: "이제 {address} 주소로 ECALL 계정에 로그인할 수 없어요.",
        restore: [.other: "직접 삭제하지 않았다면 {days}일 안에 복원할 수 있어요. 복원하면 계정의 모든 기기가 로그아웃돼요."],
        removedNumber: "이제 이 번호로 ECALL 계정에 로그인할 수 없어요.",
        restoreNumber: [.other: "직접 삭제하지 않았나요? {days}일 안에 복원하세요: {link}"])
}

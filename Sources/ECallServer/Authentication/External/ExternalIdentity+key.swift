import OpenIDConnect

extension ExternalIdentity {
    var key: LoginMethodKey { LoginMethodKey(type: type, issuer: issuer, subject: subject) }
}

#!/usr/bin/env python3
"""Makes the corpora that begin a search, of Tests/Vectors and of a few examples: Fuzz/Corpus/<target>/<name>.

    Fuzz/make-corpus.py && ECALL_WRITE_VECTORS=1 ./test --only unit --filter FuzzTests

Files whose names begin with `found-` were found by a search and stay. The second command adds what has to be sealed, and
records what becomes of each input."""

import base64
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent
MOST = 32
LONGEST = 4096


def vectors(name):
    return json.loads((ROOT.parent / 'Tests' / 'Vectors' / f'{name}.json').read_text())


def url64(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def spread(values, most=MOST):
    """This many of the values, from all over the list."""
    values = list(values)
    step = max(1, -(-len(values) // most))
    return values[::step]


def stomp():
    return [
        b'CONNECT\naccept-version:1.2\nhost:ecall\nlogin:device-77\npasscode:p\nheart-beat:10000,10000\necall-signals:2\n\n\0',
        b'CONNECTED\nversion:1.2\nheart-beat:10000,10000\n\n\0',
        b'SEND\ndestination:/exchange/ecall.signal.in\ncontent-length:11\n\n{"type":"a"\0',
        b'SEND\ndestination:/exchange/ecall.signal.in\ncontent-length:12\n\n{"type":"a"}\0',
        b'MESSAGE\nsubscription:sub-77\nmessage-id:1\ndestination:/x\\c:y\n\n{"type":"\xc3\xa9"}\0\n',
        b'\n\r\nRECEIPT\r\nreceipt-id:1\r\n\r\n\0\r\n', b'RECEIPT\n\nx\0', b'SEND\na:\\t\n\n\0', b'SEND\nnocolon\n\n\0',
        b'ERROR\nmessage:Bad\\nCONNECT\n\nbody\0', b'SUBSCRIBE\nid:sub-77\ndestination:/x\nack:auto\n\n\0', b'SEND\r\r',
        b'SEND\na:\xff\n\n\0', b'SEND\ncontent-length:+1\n\na\0', b'SEND\ncontent-length:\n\na\0', b'FOO\ncontent-length:0\n\n\0',
        b'SEND\ncontent-length:2\ncontent-length:9\n\nab\0', b'DISCONNECT\nreceipt:1\n\n\0', b'CONNECT\na:b\\c\n\n\0', b'\n',
        b'SEND\n:v\n\n\0', b'SEND\n\xef\xbb\xbfa:\xef\xbb\xbfb\n\n\0', b'SEND\n' + b'a:b\n' * 33 + b'\n\0', b'A' * 33 + b'\n\n\0',
    ]


def stun():
    # RFC 5769, sections 2.1 to 2.4.
    texts = [
        '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36'
        '000600096576746a3a68367659202020000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf',
        '0101003c2112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f7220002000080001a147e112a64300080014'
        '2b91f599fd9e90c38c7489f92af9ba53f06be7d780280004c07d4c96',
        '010100482112a442b7e7a701bc34d686fa87dfae8022000b7465737420766563746f722000200014'
        '0002a1470113a9faa5d3f179bc25f4b5bed2b9d900080014a382954e4be67bf11784c97c8292c275bfe3ed4180280004c8fb0b4c',
        '000100602112a44278ad3433c6ad72c029da412e00060012e3839ee38388e383aae38383e382afe382b900000015001c662f2f3439396b39353464364f4c'
        '33346f4c39465354767936347341 0014000b6578616d706c652e6f72670000080014f67024656dd64a3e02b8e0712e85c9a28ca89666',
        '011300002112a442000000000000000000000001', '00030008 2112a442 000000000000000000000001 0019000411000000',
    ]
    return [bytes.fromhex(text) for text in texts] + [b'GET / HTTP/1.1\r\n', b'']


def stun_stream():
    return [*stun(), bytes.fromhex('40000003616263ff'), bytes.fromhex('4fff0000'), bytes.fromhex('5000000061'), b'\x40\x00']


def annex_b(*units):
    return b''.join(b'\0\0\0\1' + unit for unit in units)


def h264_frames():
    key = annex_b(b'\x09\x10', b'\x67\x42\xc0\x1f', b'\x68\xce\x3c\x80', b'\x65\x88\x84\x00\x10')
    frames = [bytes.fromhex(frame['frame']) for frame in vectors('frames')['frames'] if frame['codec'] == 'h264']
    return frames + [
        key, key[1:], annex_b(b'\x41\x9a\x02\x05'), annex_b(b'\x41\x9a\x02', b'\x41\x9a\x03'), annex_b(b'\xc1\x9a\x02'), b'\0\0\1',
        annex_b(b'\x65\x88\x84'), annex_b(b'\x06\x05\x01'), b'\0\0\0\0\0\1\x41\x9a\x02\0\0', b'x' + key, annex_b(b'\x41\x48\x02'), b'',
    ]


def sealed_frames(codec):
    return [bytes.fromhex(frame['sealed']) for frame in vectors('frames')['frames'] if frame['codec'] == codec]


def h264_payloads():
    return sealed_frames('h264') + [
        annex_b(b'\x41\x9a\xf0\0\0\3\1\x80'), annex_b(b'\x41\x9a\x80'), annex_b(b'\x41\0\0\3\1\x80'), annex_b(b'\x41\x9a\0\0\3'),
        annex_b(b'\x41\x9a\xf0\x80', b'\x41\x9a\xf0\x80'), annex_b(b'\x65\x88\xf0'), annex_b(b'\xe5\x88\xf0\x80'), b'',
        annex_b(b'\x41\x9a\0\0\3\4\x80'),
    ]


def vp8_frames():
    return [bytes.fromhex(frame['frame']) for frame in vectors('frames')['frames'] if frame['codec'] == 'vp8'] + [
        b'\x10\2\0\x9d\x01\x2a\x80\x02\xe0\x01rest', b'\x31\0', b'\x10\2\0\x9d', b'']


def emulation():
    return [bytes([zeros]) + body for zeros in range(3) for body in (
        b'\0\0\1', b'\0\0\3\1', b'\0\0\0\0\0', b'\1\2\3', b'\0\0\3', b'\0\0\3\0\0\3\0', b'\0\0\3\4', b'\xf0\0\0\3\2\x80')] + [b'']


def headers():
    known = spread(vectors('rfc9605')['header'], 20)
    kids = [bytes.fromhex('f0' + frame['keyId'] + '00') for frame in vectors('keys')['keyIds']]
    return [bytes.fromhex(entry['encoded']) for entry in known] + kids + [b'', b'\x88\0\7', b'\x80\7', b'\xff' * 17, b'\xff' * 9]


def e2ee_texts(kind):
    """Messages of a kind that flows have recorded."""
    found = []
    for name in ('e2ee2-flows', 'e2ee2-reports', 'e2ee2-refusals'):
        data = vectors(name)
        data = data.get('flows', data) if name == 'e2ee2-refusals' else data
        for flow in data['flows']:
            for entry in flow['entries']:
                for step in entry['steps']:
                    for part in (step['event'], *step['actions']):
                        if part.get('kind') == kind and isinstance(part.get('text'), int):
                            found.append(data['texts'][part['text']])
    return spread(dict.fromkeys(text for text in found if len(text) <= LONGEST), 12)


def damaged(texts):
    """The texts, and slightly broken ones."""
    first = texts[0]
    head, dot, rest = first.partition('.')
    return [text.encode() for text in [
        *texts, '', '.', first + '.', first[:-1], first + '=', '0' + first, head + dot, dot + rest, f'-{first}', f'{first}\n',
        f'9007199254740992.{rest}', f'0.{rest}']]


def signed_texts():
    objects = [entry['text'] for entry in vectors('e2ee2-refusals')['objects'] if entry['kind'] in ('identity', 'join')]
    return [text.encode() for text in spread((text for text in objects if len(text) <= 2800), 24)]


def signed_payloads():
    """The kind, and the payload: Fuzz signs it with a key of its own."""
    kinds = ['leave', 'status', 'invite', 'vouch', 'revoke']
    found = []
    for entry in vectors('e2ee2-refusals')['objects']:
        parts = entry['text'].split('.')
        if entry['kind'] in kinds and len(parts) == 3:
            found.append(bytes([kinds.index(entry['kind'])]) + base64.urlsafe_b64decode(parts[1] + '=='))
    primitives = vectors('e2ee2-primitives')
    for kind, name in (('status', 'statuses'), ('invite', 'invites'), ('vouch', 'vouches'), ('revoke', 'revokes')):
        for entry in primitives[name][:2]:
            found.append(bytes([kinds.index(kind)]) + base64.urlsafe_b64decode(entry['text'].split('.')[1] + '=='))
    hash_text = url64(bytes(range(32)))
    return [*dict.fromkeys(found), f'\0{{"x":{{"y":[1,[2,true]]}},"join":"{hash_text}"}}'.encode(),
            b'\0{"join":"' + hash_text.encode() + b'","x":' + b'[' * 9 + b']' * 9 + b'}', b'\2{}', b'']


def envelopes():
    known = vectors('envelopes')
    rsa, p256 = known['rsa']['envelope'].encode(), known['p256']['envelope'].encode()
    point, colon, box = p256.partition(b':')
    return [b'\0' + rsa, b'\1' + p256, b'\0' + p256, b'\1' + rsa, b'\1' + point + colon, b'\1' + point, b'\0' + rsa + b'=',
            b'\1' + base64.b64encode(bytes(64)) + colon + box, b'\0', b'\1' + p256 + colon, b'']


def signals():
    data = vectors('signals')
    texts = [entry['text'] for entry in spread(data['signals'], 28) + spread(data['dropped'], 14) + spread(data['strict'], 8)]
    return [text.replace('%', 'A' * 4).encode() for text in texts] + [b'{"type":"call_accept","callId":7}', b'\xef\xbb\xbf{"type":"call_ended","callId":7}']


def messages():
    """The number of a type, and a body; types are also tried with bodies of others."""
    bodies = [
        {'email': 'ana@example.net', 'displayName': 'Ana', 'deviceName': "Ana's laptop", 'code': '123456'},
        {'userId': 2, 'reason': 'spam', 'note': 'Calls every night.'}, {'userIds': [1, 2]}, {'callIds': [1]}, {'targetUserId': 2},
        {'roomId': 1, 'calleeIds': [2], 'encryptedAESKeys': {'2_2': 'd3JhcHBlZA=='}, 'isVideo': False}, {'isBlocked': True},
        {'callId': 1, 'userId': 1, 'isMuted': True}, {'videoCodecs': ['h264', 'vp8']}, {'token': '0aB1' * 10 + 'zzz'},
        {'join': 'e30.e30.e30', 'leave': 'e30.e30.e30'}, {'calls': [], 'participants': []}, {},
        {'id': 7, 'roomId': 77, 'status': 'active', 'startedAt': '2026-03-01T10:20:30.123Z', 'createdAt': '2026-03-01 10:20:30',
         'participants': []},
    ]
    return [bytes([index * 5 % 64]) + json.dumps(body).encode() for index, body in enumerate(bodies * 2)] + [b'', b'\0{"email":1}']


def share_links():
    data = vectors('share-links')
    entries = data['links'] + spread(data['refused'], 23) + data['numbers']
    token = data['forms'][0]['token']
    more = [f'https://x/share/contact/{token}?a#b', f'http://[::1]/share/contact/{token}', f'ecall://contact/{token}/']
    return [text.encode() for text in [*(entry['text'] for entry in entries), *more] if len(text) < LONGEST]


def public_keys():
    data = vectors('public-key-texts')
    entries = data['keys'] + data['refused'] + data['spellings']
    return [entry['text'].encode() for entry in entries if len(entry['text']) < LONGEST]


def identifiers():
    data = vectors('identifiers')
    return [entry['text'].encode() for entry in spread(data['emails'], 22) + spread(data['phoneNumbers'], 10)]


def small_texts():
    return [text.encode() for text in (
        '2026-03-01T10:20:30.123Z', '2026-03-01T10:20:30Z', '2026-03-01 10:20:30', '2026-13-01T10:20:30Z', '9007199254740991', '0',
        '9007199254740992', '-1', '1_11', '0_0', '01_2', '1_', 'turn:turn.example.org:3478?transport=udp', 'turns:[::1]:5349', 'turn:a',
        'turn:', 'AQID', 'AQI=', 'AR==', 'a-_b', '7K2M-7K2M-7K2M-7K2M-7K2M-7K2M', '7k2m7k2m7k2m7k2m7k2mOIL0', '', '+5', '1969-12-31T23:59:59.999Z')]


def janus(make):
    numbers = {'{session}': 11, '{handle}': 12, '{room}': 77, '{id}': 12, '{feed}': 3}
    entries = []
    for entry in vectors('janus-transcript')['entries']:
        lines = []
        for message in (entry.get('request', {}), *entry['answers']):
            text = json.dumps(message, separators=(',', ':'))
            for name, number in numbers.items():
                text = text.replace(f'"{name}"', str(number))
            lines.append(re.sub(r'[{](\w+)[}]', r'\1', text).encode())
        entries.append(lines)
    return make(entries)


def janus_messages(entries):
    lines = [line for lines in entries for line in lines[1:]]
    return spread((line for line in dict.fromkeys(lines) if len(line) < LONGEST), 28) + [b'{"janus":"ack","janus":"ack"}', b'[1e300,-0,0.5]']


def janus_talks(entries):
    create = b'{"janus":"create","transaction":"a"}\n{"janus":"success","transaction":"a","data":{"id":11}}'
    attach = (b'{"janus":"attach","plugin":"janus.plugin.videoroom","session_id":11,"transaction":"b"}\n'
              b'{"janus":"success","session_id":11,"transaction":"b","data":{"id":12}}')
    talks = [create, create + b'\n' + attach]
    for lines in entries:
        talks.append(b'\n'.join([create, attach, lines[0], lines[-1]]))
    refused = [b'{"janus":"info","transaction":"a"}', b'{"janus":"message"}', b'']
    return spread((talk for talk in dict.fromkeys(talks) if len(talk) < LONGEST), 26) + refused


def token_claims():
    claims = {'iss': 'https://issuer.example.org', 'sub': 's', 'aud': 'ecall', 'exp': 1700000300, 'iat': 1699999990, 'nonce': 'n'}
    changes = [{}, {'aud': ['ecall']}, {'aud': ['ecall', 'ecall'], 'azp': 'ecall'}, {'aud': []}, {'exp': 1}, {'exp': 1e300}, {'nbf': 1.5},
               {'nonce': 'm'}, {'email': 'a@b.cc', 'email_verified': 'true', 'hd': 'b.cc', 'name': 'A'}, {'events': {}}, {'sub': ''}]
    return [json.dumps({**claims, **change}).encode() for change in changes] + [b'{}', b'{"iss":"a","iss":"b"}']


def tokens():
    heads = [{'alg': 'RS256', 'kid': 'k', 'typ': 'JWT'}, {'alg': 'ES256', 'kid': 'k'}, {'alg': 'none', 'kid': 'k'},
             {'alg': 'RS256', 'kid': 'k', 'crit': ['b64']}, {'alg': 'RS256', 'kid': 'k', 'jwk': {}}, {'alg': 'RS256'}]
    made = [f'{url64(json.dumps(head).encode())}.{url64(claims)}.{url64(bytes(64))}'.encode()
            for head in heads for claims in token_claims()[:4]]
    return made + [b'', b'..', b'e30.e30.']


def strict_json():
    return [b'{"a":[1,2.5e3,-0,{"b":null}],"c":"\\ud83d\\ude00\\n"}', b'[]', b'"a"', b'1', b'-0.0E+1', b' {"a" : true } ', b'{"a":1,"a":2}',
            b'{"a":1,"\\u0061":2}', b'01', b'[1,]', b'{"a"}', b'"\\ud800"', b'"\xff"', b'nul', b'[' * 513 + b']' * 513, b'\xef\xbb\xbf{}', b'']


def agent_lines():
    requests = [
        {'id': 1, 'command': {'hello': {'version': '2.5'}}}, {'id': 2, 'command': {'call': {'person': 'bo', 'media': {
            'video': True, 'relayOnly': False, 'checkContent': False}}}}, {'id': 3, 'command': {'stop': {}}},
        {'id': 4, 'command': {'verify': {'form': {'email': 'a@b.cc'}, 'code': '123456'}}}, {'id': 5, 'command': {'cancel': {'request': 2}}},
        {'id': 6, 'content': {'result': {'result': {'done': {}}}}}, {'id': 7, 'content': {'event': {'event': {'event': 'listening'}}}},
        {'id': 8, 'content': {'event': {'event': {'event': 'notice', 'text': 'a'}}}},
        {'id': 9, 'content': {'picture': {'band': {'user': 1, 'name': 'Bob', 'kind': 'screen', 'width': 2, 'height': 2, 'row': 0, 'pixels': 'AAAAAAAA'}}}},
        {'id': 9, 'content': {'picture': {'band': {'user': 1, 'name': 'Bob', 'kind': 'screen', 'width': 2, 'height': 2, 'row': 1, 'pixels': 'AAAAAAAA'}}}},
        {'id': 10, 'command': {'contacts': {}}}, {'id': 11, 'command': {'nothing': {}}},
    ]
    lines = [json.dumps(request, separators=(',', ':')).encode() + b'\n' for request in requests]
    return [*lines, lines[8] + lines[9], b''.join(lines), b'{}\n', b'\n\n', b'{"id":1', b'']


def masked(opcode, payload, mask=b'\1\2\3\4', length=None):
    size = len(payload)
    if length is None:
        length = bytes([0x80 | size]) if size < 126 else b'\xfe' + size.to_bytes(2, 'big')
    return bytes([opcode]) + length + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


def websocket():
    return [
        masked(0x81, b'hello'), masked(0x82, b'\xff'), masked(0x01, b'he') + masked(0x80, b'llo'), masked(0x89, b'p') + masked(0x81, b'a'),
        masked(0x88, b'\x03\xe8'), masked(0x88, b'\x03'), masked(0x81, b'\xff'), masked(0x81, b'x' * 300), b'\x81\x05hello',
        masked(0x81, b'a', length=b'\xfe\0\1'), masked(0x81, b'', length=b'\xff' + b'\xff' * 8), masked(0xc1, b'a'), masked(0x83, b'a'),
        masked(0x09, b'p'), masked(0x01, b'\xc3') + masked(0x89, b'') + masked(0x80, b'\xa9'), masked(0x80, b'a'), b'',
        masked(0x81, b'x' * 2049),
    ]


def http_heads():
    return [
        b'GET /config\nHost:a.example.org', b'POST /login\nHost:a\ncontent-length:12', b'POST /x\nhost:a\ntransfer-encoding:chunked',
        b'GET http://b.example.org/path?q\nhost:a', b'OPTIONS *\nhost:a', b'GET *\nhost:a', b'CONNECT a:1\nhost:a', b'GET /\nhost:a\nhost:b',
        b'POST /\nhost:a\ncontent-length:1\ntransfer-encoding:chunked', b'POST /\nhost:a\ncontent-length:1,1', b'GET https://[::1]:8\nhost:a',
        b'POST /\nhost:a\nexpect:100-continue', b'GET /\nhost:a\nconnection:upgrade\nupgrade:websocket', b'GET /\nhost:', b'', b'GET ',
        b'POST /\nhost:a\ncontent-length:-1', b'GET http://\nhost:a', b'GET HTTP://a:99999?x\nhost:[::1]',
    ]


TARGETS = {
    'stomp': stomp, 'stun': stun, 'stun-stream': stun_stream, 'sframe-header': headers, 'h264-frame': h264_frames,
    'h264-payload': h264_payloads, 'vp8-frame': vp8_frames, 'vp8-payload': lambda: [*sealed_frames('vp8'), *vp8_frames()],
    'emulation-prevention': emulation, 'key-message': lambda: damaged(e2ee_texts('key')),
    'report-message': lambda: damaged(e2ee_texts('report')), 'again-message': lambda: damaged(e2ee_texts('again')),
    'open-message': lambda: damaged(e2ee_texts('open')[:6]), 'signed-text': signed_texts, 'signed-payload': signed_payloads,
    'envelope': envelopes, 'signal': signals, 'message': messages, 'share-link': share_links, 'public-key': public_keys,
    'login-identifier': identifiers, 'small-texts': small_texts, 'janus-message': lambda: janus(janus_messages),
    'janus-proxy': lambda: janus(janus_talks), 'strict-json': strict_json, 'jwt': tokens, 'jwt-claims': token_claims,
    'agent-line': agent_lines, 'websocket': websocket, 'http-head': http_heads,
    'sealed-frame': lambda: [bytes([number]) + frame for number, codec in enumerate(('opus', 'h264', 'vp8'))
                             for frame in sealed_frames(codec)[:3]],
}


def main():
    for name, make in TARGETS.items():
        folder = ROOT / 'Corpus' / name
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob('made-*'):
            path.unlink()
        inputs = list(dict.fromkeys(make()))
        for number, data in enumerate(inputs):
            assert len(data) <= LONGEST, (name, number, len(data))
            (folder / f'made-{number:02}.bin').write_bytes(data)
        print(f'{name}: {len(inputs)}')


if __name__ == '__main__':
    main()

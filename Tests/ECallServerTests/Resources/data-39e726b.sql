-- What the server of commit 39e726b had written: four people, a friendship, a request, a share token, a refresh,
-- a code under way, a call. Made by that server, stopped, and dumped; everybody is made up.
BEGIN TRANSACTION;
CREATE TABLE call_participants (
    call_id BIGINT NOT NULL REFERENCES calls (id) ON DELETE CASCADE, user_id BIGINT NOT NULL,
    device_id BIGINT, is_host SMALLINT NOT NULL, status TEXT NOT NULL, joined_at BIGINT, left_at BIGINT,
    PRIMARY KEY (call_id, user_id));
INSERT INTO "call_participants" VALUES(4211,6003363716109023,8762596092374760,1,'left',1795246095395,1795246159395);
INSERT INTO "call_participants" VALUES(4211,7424836548046373,6667183054972622,0,'left',1795246099395,1795246159395);
CREATE TABLE calls (
    id BIGINT NOT NULL PRIMARY KEY, room_id BIGINT NOT NULL, host_id BIGINT NOT NULL,
    host_device_id BIGINT NOT NULL, is_video SMALLINT NOT NULL, is_group SMALLINT NOT NULL,
    started_at BIGINT NOT NULL, answered_at BIGINT, ended_at BIGINT);
INSERT INTO "calls" VALUES(4211,9001,6003363716109023,8762596092374760,1,0,1795246095395,1795246099395,1795246159395);
CREATE TABLE contacts (
    owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    contact_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    is_favorite SMALLINT NOT NULL, is_blocked SMALLINT NOT NULL, last_interaction BIGINT,
    created_at BIGINT NOT NULL, PRIMARY KEY (owner_id, contact_id));
INSERT INTO "contacts" VALUES(6003363716109023,7424836548046373,1,0,1795246159395,1795246395382);
INSERT INTO "contacts" VALUES(7424836548046373,6003363716109023,0,0,1795246159395,1795246395382);
CREATE TABLE devices (
    id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    public_key TEXT NOT NULL, public_key_hash TEXT NOT NULL, voip_token TEXT NOT NULL,
    apns_token TEXT NOT NULL, device_name TEXT NOT NULL, system_name TEXT NOT NULL,
    system_version TEXT NOT NULL, identifier TEXT NOT NULL, ip TEXT NOT NULL, location TEXT NOT NULL,
    created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, video_codecs TEXT NOT NULL DEFAULT '');
INSERT INTO "devices" VALUES(8762596092374760,6003363716109023,'MIIBCgKCAQEAonjN9iYIop5mgNWcLtWvZIPvIksWDguBsIPi29LaLqqLEjziK5ZE37Kz2SGK0uW4ZuV3LxdxV5HRxhrgUAtka4v2qKibnDwN1DxdkMAwbV6MpnTU21BRIBGs7951Gpxw+yY7ZvD0TPnBReVh7yt9BxBLamObnKUYeGyE+N92AYrUnwDi7SOt9CtcS5joNT+i1wrgFIt1xPIsKmkI93d0hBFgznOCQ1tdW7sOvgPrg2KczhUsQ2UjtoG3DpxF7fOkHaKNQOj47kF1U473XQMCijygb7UbxDrs+7KT01a3Mi2aVS5dr6WUdk3rFz/8YSyF4LCYAMLYaX7b2fsx/2M1JwIDAQAB','ee7107f17bab6bf747164050556cbf60f99094494fe6278e07e13f4238576f7c','abababababababababababababababababababababababababababababababab','cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd','Ana''s phone','iOS','18.3','iPhone17,1','127.0.0.1','',1795246394745,1795246394745,'h264,vp8');
INSERT INTO "devices" VALUES(6667183054972622,7424836548046373,'MIIBCgKCAQEAsbLzS4lL/83sm96mL4gEM71S1X670meNPGoMmEGYEZzH63u+F9akIB3+XBfM5knGbnxDWK/xkE/gmpG1bII7/2owN7HDHNdTdpKbxC3AH5IrYWjw1WApjtV7rWo0oNa7V4rcnII/KuCVDZeqT1ve/cZcl1KfW3EpYogYzpPTOroLINlbnfwjfaQiqLV6IQgaVocK+iIbzlCI+mfN/1Du6kmHG4aQZ65Q4RNRh6lSWCBcoGQ19e493Dkz8JsXAl5I9wKhcGwgkvXQKzCUy3CGE6odw7BUpdVo17+e8I0byCq/W8EIBNKzbqJpHInuaar3PkC0NgkxFrM6Rj2lDGXK7QIDAQAB','e85e78e7f6ba02df68be43f5e13a8a741a6bfb7658190df60652130d305fc1a1','abababababababababababababababababababababababababababababababab','cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd','Bo''s phone','iOS','18.3','iPhone17,1','127.0.0.1','',1795246395265,1795246395265,'h264,vp8');
INSERT INTO "devices" VALUES(1940667090467251,1447610489512907,'MIIBCgKCAQEA31pc/Bb1JnO2fTosCGzLpgU/x6od0O6wYRATQ77XJ0x9W1sfMVxT9kkL5CnHxyQfOryS/Rp/lfDblwVVAkpgkBKd4jtlz9HHfKrnavgzlsyCvVZ5UQP1JL7/Ugki7WxWCsJrnMEeLDabrBydeWU2lUoyInxBuqoJQyxI+CGjwTZJlOrIDFYdxU2LPHlBlfFhY+s1yEFhjv+WfYm4ns8d3xhh1UbKXxZOAWRO9wWrr05Ln2tcGUTqb+tKNGbsbBYfGkBy3YFPSWu3waCM7OxflHsHe2xwndftOuKuMQjr6PHQVEz8FtrM+xz+6/xpCZkS1UOYSaqvlXSdpDUS3jbNMwIDAQAB','118c088abf298b62ff3e46c3ed9b294366ae42067846db5114d33aede760615b','abababababababababababababababababababababababababababababababab','cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd','Cy''s phone','iOS','18.3','iPhone17,1','127.0.0.1','',1795246395373,1795246395373,'h264,vp8');
CREATE TABLE friend_requests (
    id BIGINT NOT NULL PRIMARY KEY, sender_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    receiver_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at BIGINT NOT NULL,
    UNIQUE (sender_id, receiver_id));
INSERT INTO "friend_requests" VALUES(942954797819264,1447610489512907,6003363716109023,1795246395387);
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('001 accounts');
INSERT INTO "grdb_migrations" VALUES('002 people');
INSERT INTO "grdb_migrations" VALUES('003 calls');
INSERT INTO "grdb_migrations" VALUES('004 video codecs');
CREATE TABLE one_time_codes (
    identifier TEXT NOT NULL PRIMARY KEY, code_hash TEXT NOT NULL, sent_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, attempts_left BIGINT NOT NULL);
INSERT INTO "one_time_codes" VALUES('dee@example.net','0a8245f05ec39b380d014294f2c67573c566d43abb0ae42da457340e104ae27f',1795246395395,1795246995395,5);
CREATE TABLE refresh_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    family_id TEXT NOT NULL REFERENCES token_families (id) ON DELETE CASCADE, generation BIGINT NOT NULL);
INSERT INTO "refresh_tokens" VALUES('00816c36649de217d3bcf2d6f00de92a34b6ea12380187905c8e3978d8627092','D5760F1A-073D-4689-A62C-F64E1EF4BE6E',1);
INSERT INTO "refresh_tokens" VALUES('4db178eb9c3691d156307b7be860c522b0891f23d9cb097b974db66c9a2e5b06','134182C9-643A-41CE-B4ED-0B510CCE4C66',1);
INSERT INTO "refresh_tokens" VALUES('11b4d7adcdd2946144971699c137e62ff1d8c33bd6ac96199511bc3cf16f28ee','77AFCB85-F868-4090-9FD2-F51B0161A6E0',1);
INSERT INTO "refresh_tokens" VALUES('f50bd75432118a488a3dfd2319473a0a28e831b78bf01b7e0dda8707f7052a42','D5760F1A-073D-4689-A62C-F64E1EF4BE6E',2);
CREATE TABLE share_tokens (
    token_hash TEXT NOT NULL PRIMARY KEY,
    owner_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, max_uses BIGINT NOT NULL, used_count BIGINT NOT NULL, revoked_at BIGINT);
INSERT INTO "share_tokens" VALUES('be0c0c73133e92de1460ac04a928802c00a3335c023e8e9bc2a49e7ce29a3a38',6003363716109023,1795246395390,1795332795390,1,0,NULL);
CREATE TABLE token_families (
    id TEXT NOT NULL PRIMARY KEY, device_id BIGINT NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL, generation BIGINT NOT NULL, rotated_at BIGINT NOT NULL);
INSERT INTO "token_families" VALUES('D5760F1A-073D-4689-A62C-F64E1EF4BE6E',8762596092374760,6003363716109023,2,1795246395392);
INSERT INTO "token_families" VALUES('134182C9-643A-41CE-B4ED-0B510CCE4C66',6667183054972622,7424836548046373,1,1795246395266);
INSERT INTO "token_families" VALUES('77AFCB85-F868-4090-9FD2-F51B0161A6E0',1940667090467251,1447610489512907,1,1795246395374);
CREATE TABLE users (
    id BIGINT NOT NULL PRIMARY KEY, email TEXT UNIQUE, phone_number TEXT UNIQUE, display_name TEXT NOT NULL,
    verified SMALLINT NOT NULL, created_at BIGINT NOT NULL, deleted_at BIGINT);
INSERT INTO "users" VALUES(6003363716109023,'ana@example.net',NULL,'Ana',1,1795246394455,NULL);
INSERT INTO "users" VALUES(7424836548046373,NULL,'+4915112345678','Bo',1,1795246394750,NULL);
INSERT INTO "users" VALUES(1447610489512907,'cy@example.net',NULL,'Cy',1,1795246395269,NULL);
INSERT INTO "users" VALUES(4807838108222715,'dee@example.net',NULL,'Dee',0,1795246395395,NULL);
CREATE INDEX users_unverified ON users (created_at) WHERE verified = 0;
CREATE INDEX one_time_codes_by_age ON one_time_codes (sent_at);
CREATE INDEX devices_by_user ON devices (user_id, updated_at);
CREATE UNIQUE INDEX devices_by_key ON devices (user_id, public_key_hash) WHERE public_key_hash <> '';
CREATE INDEX token_families_by_device ON token_families (device_id);
CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family_id, generation);
CREATE INDEX friend_requests_by_receiver ON friend_requests (receiver_id);
CREATE INDEX share_tokens_by_owner ON share_tokens (owner_id, created_at);
CREATE INDEX call_participants_by_user ON call_participants (user_id, call_id);
COMMIT;

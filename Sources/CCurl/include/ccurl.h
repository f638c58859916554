// The variadic functions of libcurl, which Swift cannot call.
#pragma once
#include <curl/curl.h>
#include <stddef.h>

/// Bytes to upload, read from the front.
struct ccurl_body {
    const char *bytes;
    size_t count;
};

CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *text);
CURLcode ccurl_set_number(CURL *curl, CURLoption option, long number);
CURLcode ccurl_set_list(CURL *curl, CURLoption option, struct curl_slist *list);
/// The body must live until the transfer is over.
CURLcode ccurl_set_body(CURL *curl, struct ccurl_body *body);
/// A download. A transfer of more than `limit` bytes fails.
struct ccurl_answer {
    char *bytes;
    size_t count;
    size_t limit;
};
/// Both must live until the transfer is over, and be freed by ccurl_free_answer.
CURLcode ccurl_set_answer(CURL *curl, struct ccurl_answer *headers, struct ccurl_answer *body);
void ccurl_free_answer(struct ccurl_answer *answer);
CURLcode ccurl_get_number(CURL *curl, CURLINFO info, long *number);
/// Commands of SMTP, as far as it matters what an answer is about.
enum ccurl_command { ccurl_none, ccurl_greeting, ccurl_auth, ccurl_mail, ccurl_rcpt, ccurl_data };
/// Keeps which command was sent last in `command`, and no word of what was said. It must live until the transfer is over.
CURLcode ccurl_watch_commands(CURL *curl, int *command);
/// curl_easy_perform(3) without SIGPIPE when the other end has gone, and without touching other threads' signals.
CURLcode ccurl_perform(CURL *curl);

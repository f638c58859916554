#include "ccurl.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

CURLcode ccurl_set_text(CURL *curl, CURLoption option, const char *text) {
    return curl_easy_setopt(curl, option, text);
}

CURLcode ccurl_set_number(CURL *curl, CURLoption option, long number) {
    return curl_easy_setopt(curl, option, number);
}

CURLcode ccurl_set_list(CURL *curl, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(curl, option, list);
}

static size_t read_body(char *target, size_t size, size_t members, void *user) {
    struct ccurl_body *body = user;
    size_t room = size * members;
    size_t count = body->count < room ? body->count : room;
    memcpy(target, body->bytes, count);
    body->bytes += count;
    body->count -= count;
    return count;
}

CURLcode ccurl_set_body(CURL *curl, struct ccurl_body *body) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_body);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_READDATA, body) : code;
}

static size_t keep_answer(char *bytes, size_t size, size_t members, void *user) {
    struct ccurl_answer *answer = user;
    size_t count = size * members;
    if (count > answer->limit - answer->count) return 0;
    if (count == 0) return 0;
    char *all = realloc(answer->bytes, answer->count + count);
    if (all == NULL) return 0;
    memcpy(all + answer->count, bytes, count);
    answer->bytes = all;
    answer->count += count;
    return count;
}

CURLcode ccurl_set_answer(CURL *curl, struct ccurl_answer *headers, struct ccurl_answer *body) {
    CURLcode code = curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, keep_answer);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_HEADERDATA, headers);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep_answer);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_WRITEDATA, body) : code;
}

void ccurl_free_answer(struct ccurl_answer *answer) {
    free(answer->bytes);
    answer->bytes = NULL;
    answer->count = 0;
}

static int see_command(CURL *curl, curl_infotype type, char *text, size_t size, void *user) {
    (void)curl;
    static const struct { const char *word; int command; } known[] = {
        {"EHLO", ccurl_greeting}, {"HELO", ccurl_greeting}, {"STAR", ccurl_greeting}, {"AUTH", ccurl_auth},
        {"MAIL", ccurl_mail}, {"RCPT", ccurl_rcpt}, {"DATA", ccurl_data},
    };
    if (type != CURLINFO_HEADER_OUT || size < 4) return 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (memcmp(text, known[i].word, 4) == 0) *(int *)user = known[i].command;
    return 0;
}

CURLcode ccurl_watch_commands(CURL *curl, int *command) {
    // Nothing is printed: all goes to the function.
    CURLcode code = curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, see_command);
    if (code == CURLE_OK) code = curl_easy_setopt(curl, CURLOPT_DEBUGDATA, command);
    return code == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L) : code;
}

CURLcode ccurl_get_number(CURL *curl, CURLINFO info, long *number) {
    return curl_easy_getinfo(curl, info, number);
}

CURLcode ccurl_perform(CURL *curl) {
    // With CURLOPT_NOSIGNAL libcurl leaves SIGPIPE to the program.
    sigset_t pipe, before;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    CURLcode code = curl_easy_perform(curl);
    if (!sigismember(&before, SIGPIPE)) {
        struct timespec none = {0, 0};
        while (sigtimedwait(&pipe, NULL, &none) == SIGPIPE) {}
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return code;
}

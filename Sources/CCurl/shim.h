// libcurl's option setters and getters take variable arguments, which Swift can't call. Each wrapper below
// fixes the type of that argument; there is one for each type that BookZone passes.
#include <curl/curl.h>

// curl_easy_setopt, for options that take a long; libcurl reads exactly that width from the argument list.
static inline CURLcode bookzone_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt, for options that take a curl_off_t (their names end in LARGE).
static inline CURLcode bookzone_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt, for options that take a string; libcurl keeps a copy of it.
static inline CURLcode bookzone_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt, for options that take a pointer which must outlive the transfer.
static inline CURLcode bookzone_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt, for the two callbacks that receive bytes (CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION).
static inline CURLcode bookzone_set_receiver(CURL *easy, CURLoption option, curl_write_callback value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt, for CURLOPT_XFERINFOFUNCTION.
static inline CURLcode bookzone_set_progress(CURL *easy, curl_xferinfo_callback value) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

// curl_easy_getinfo, for answers that are a long.
static inline CURLcode bookzone_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

// curl_easy_getinfo, for answers that are a curl_off_t (their names end in _T).
static inline CURLcode bookzone_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

// curl_easy_getinfo, for CURLINFO_ACTIVESOCKET: the socket of the last transfer, or CURL_SOCKET_BAD.
static inline curl_socket_t bookzone_active_socket(CURL *easy) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

// curl_easy_setopt, for CURLOPT_READFUNCTION, which gives bytes to send.
static inline CURLcode bookzone_set_giver(CURL *easy, curl_read_callback value) {
    return curl_easy_setopt(easy, CURLOPT_READFUNCTION, value);
}

// curl_easy_setopt, for CURLOPT_COPYPOSTFIELDS, whose length CURLOPT_POSTFIELDSIZE_LARGE has told before.
static inline CURLcode bookzone_set_bytes(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt, for CURLOPT_OPENSOCKETFUNCTION, which opens the socket of each connection.
static inline CURLcode bookzone_set_opener(CURL *easy, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

/* test_mail.c - what is an e-mail address, which mail servers are this machine, and a message on
 * the wire. */
#include "server/notify/mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_addresses(void **state)
{
    static const char *const good[] = {"a@b.cz", "jan.novak+stos@mail.example.org",
                                       "o'hara@example.org", "x_1-2@xn--hxajbheg2az3al.example"};
    static const char *const bad[] = {"",           "a",           "a@b",      "a@b.1",
                                      "a@.b.cz",    "a@b.cz.",     "a@@b.cz",  "a b@c.cz",
                                      "a@b.cz\n",   "a\r\n@b.cz",  "a@b.cz>",  "a@b.cz\r\nX:",
                                      "\"a\"@b.cz", "a@[1.2.3.4]", "a,b@c.cz", ".a@b.cz",
                                      "a.@b.cz",    "a..b@c.cz",   "<a@b.cz>", "\xc4\x8d@b.cz",
                                      "a@-b.cz"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!mail_address_is_good(good[i]))
            fail_msg("'%s' is an address", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (mail_address_is_good(bad[i]))
            fail_msg("'%s' is not an address", bad[i]);
}

static void test_mail_servers(void **state)
{
    static const struct {
        const char *url;
        bool good, local;
    } rows[] = {
        {"smtp://127.0.0.1:2525", true, true},
        {"smtp://[::1]:25", true, true},
        {"smtp://LOCALHOST", true, true},
        {"smtps://mail.example", true, false},
        {"smtp://10.0.0.1", true, false},
        {"smtp://localhost.example:587/me", true, false},
        {"smtp://127.0.0.1.example", true, false},
        {"http://mail.example", false, 0},
        {"smtp://", false, 0},
        {"smtp://user:secret@mail.example", false, 0},
        {"smtp://a b", false, 0},
        {"smtp:///x", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (mail_url_is_good(rows[i].url) != rows[i].good)
            fail_msg("'%s' is judged wrongly", rows[i].url);
        if (rows[i].good && mail_url_is_local(rows[i].url) != rows[i].local)
            fail_msg("whether '%s' is this machine is judged wrongly", rows[i].url);
    }
}

static const struct mail plain = {.to = "jan@example.org",
                                  .subject = "Hi",
                                  .text = "Text\n",
                                  .language = "en",
                                  .id = "1",
                                  .at_s = 0};

static void test_a_message(void **state)
{
    char message[MAIL_MESSAGE];
    (void)state;
    size_t length = mail_write(&plain, "noreply@stos.example", message, sizeof message);
    assert_int_equal(length, strlen(message));
    assert_string_equal(message,
                        "From: stos <noreply@stos.example>\r\nTo: <jan@example.org>\r\nSubject: "
                        "=?UTF-8?B?SGk=?=\r\n"
                        "Date: Thu, 1 Jan 1970 00:00:00 +0000\r\nMessage-ID: "
                        "<1@stos.example>\r\nContent-Language: en\r\n"
                        "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: "
                        "text/plain; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: base64\r\n\r\nVGV4dAo=\r\n");
    assert_int_equal(mail_write(&plain, "noreply@stos.example", message, length), 0); /* no room */
}

static void test_nothing_can_add_a_header(void **state)
{
    char message[MAIL_MESSAGE];
    struct mail mail = plain;
    (void)state;
    mail.subject = "Hi\r\nBcc: eva@example.org";
    assert_true(mail_write(&mail, "noreply@stos.example", message, sizeof message) > 0);
    assert_null(strstr(message, "Bcc"));
    mail = plain;
    mail.unsubscribe = "https://stos.example/\r\nBcc: eva@example.org";
    assert_int_equal(mail_write(&mail, "noreply@stos.example", message, sizeof message), 0);
    mail = plain;
    mail.language = "e\nn";
    assert_int_equal(mail_write(&mail, "noreply@stos.example", message, sizeof message), 0);
    assert_int_equal(mail_write(&plain, "noreply@stos.example>\r\nBcc: x", message, sizeof message),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_mail_servers),
        cmocka_unit_test(test_a_message),
        cmocka_unit_test(test_nothing_can_add_a_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

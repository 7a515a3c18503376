/* test_push_http.c - where push messages may go: lists of services, addresses that strangers give,
 * and what is not the public Internet. */
#include "server/notify/push_http.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_lists_of_services(void **state)
{
    static const char *const good[] = {PUSH_HTTP_SERVICES,  "*",
                                       "push.example",      "*.push.example, http://127.0.0.1:9000",
                                       "https://[::1]:443", ""};
    static const char *const bad[] = {
        "push.example:443", "ftp://push.example", "push.example/x", "*.", "a b:c", "http://", "-x",
        "*push.example"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!push_http_services_are_good(good[i]))
            fail_msg("'%s' is a good list", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (push_http_services_are_good(bad[i]))
            fail_msg("'%s' is not a good list", bad[i]);
}

static void test_where_messages_may_go(void **state)
{
    static const char services[] = "one.example, *.many.example, http://127.0.0.1:9000";
    static const struct {
        const char *url, *origin; /* NULL: nowhere */
    } rows[] = {
        {"https://one.example/a?b=c", "https://one.example"},
        {"https://ONE.example/a", "https://ONE.example"},
        {"https://x.many.example/a", "https://x.many.example"},
        {"https://x.y.many.example", "https://x.y.many.example"},
        {"http://127.0.0.1:9000/a", "http://127.0.0.1:9000"},
        {"https://many.example/a", NULL},
        {"https://evilmany.example/a", NULL},
        {"https://x.one.example/a", NULL},
        {"https://one.example.evil.example/a", NULL},
        {"https://one.example:444/a", NULL},
        {"http://one.example/a", NULL},
        {"https://user@one.example/a", NULL},
        {"https://one.example@evil.example/a", NULL},
        {"https://one.example\\@evil.example/a", NULL},
        {"https://one.example/a b", NULL},
        {"https://one.example/a\r\nX: y", NULL},
        {"http://127.0.0.1:9001/a", NULL},
        {"https://127.0.0.1:9000/a", NULL},
        {"file:///etc/passwd", NULL},
        {"", NULL},
    };
    char origin[PUSH_HTTP_ORIGIN];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (push_http_may_go(services, rows[i].url, origin) != (rows[i].origin != NULL))
            fail_msg("'%s'", rows[i].url);
        if (rows[i].origin)
            assert_string_equal(origin, rows[i].origin);
    }
    assert_true(push_http_may_go("*", "https://anybody.example/a", origin));
    assert_false(push_http_may_go("", "https://anybody.example/a", origin));
}

static void test_what_is_inside(void **state)
{
    static const char *const public[] = {"8.8.8.8",         "172.32.0.1",        "192.1.0.1",
                                         "2606:4700::1111", "2a00:1450:4001::1", "2003::1",
                                         "3fff:1000::1"};
    static const char *const inside[] = {"127.0.0.1",
                                         "127.255.0.9",
                                         "10.1.2.3",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.168.0.1",
                                         "169.254.169.254",
                                         "100.64.0.1",
                                         "0.0.0.0",
                                         "224.0.0.1",
                                         "255.255.255.255",
                                         "::1",
                                         "::",
                                         "::ffff:10.0.0.1",
                                         "fe80::1",
                                         "fd00::1",
                                         "ff02::1",
                                         "64:ff9b::a00:1",
                                         "64:ff9b:1::a00:1",
                                         "64:ff9b:1:ffff:a00:1::",
                                         "100::1",
                                         "200::1",
                                         "3fff::1",
                                         "3fff:fff::1",
                                         "5f00::1",
                                         "fec0::1",
                                         "feff::1",
                                         "::10.0.0.1",
                                         "::ffff:0:10.0.0.1",
                                         "192.88.99.1",
                                         "2002:a00:1::",
                                         "nonsense"};
    (void)state;
    for (size_t i = 0; i < sizeof public / sizeof public[0]; i++)
        if (!push_http_is_public(public[i]))
            fail_msg("%s is public", public[i]);
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++)
        if (push_http_is_public(inside[i]))
            fail_msg("%s is not public", inside[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_of_services),
        cmocka_unit_test(test_where_messages_may_go),
        cmocka_unit_test(test_what_is_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

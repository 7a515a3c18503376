/*
 * test_facetoface_training.c - what the self-play that trains the network of FACE TO FACE promises: lessons in bounds, the same
 * ones whatever the number of threads, answers that tell who won, and play as good as the network's.
 */
#include "train/facetoface.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DUELS = 60, MOST = DUELS * 100 };

static struct lesson lessons[2][MOST];

static struct harvest play(struct course course, struct lesson *lesson)
{
    struct harvest harvest = {.lesson = lesson, .most = MOST};
    assert_true(self_play_play(facetoface_net.input, facetoface_net.layer[0].biases, &course, &harvest));
    assert_in_range(harvest.lessons, DUELS, MOST);
    return harvest;
}

static struct course course_of(int threads)
{
    return (struct course){
        .seed = 7, .duels = DUELS, .threads = threads, .plans = 8, .measured = 1 << 20, .explore = .2F, .noise = .3F, .blend = 1};
}

static void test_lessons_are_in_bounds(void **unused)
{
    (void)unused;
    struct harvest harvest = play(course_of(1), lessons[0]);
    for (int64_t i = 0; i < harvest.lessons; i++) {
        const struct lesson *lesson = &lessons[0][i];
        for (int k = 0; k < FACETOFACE_NET_MOST; k++)
            assert_in_range(lesson->input[k], 0, FACETOFACE_NET_INPUTS + self_play_pads() - 1);
        assert_in_range(lesson->head, 0, FACETOFACE_NET_OUTPUTS - 1);
        assert_in_range(lesson->answer, 0, ANSWER_ONE);
    }
}

static int compare_lessons(const void *a, const void *b) { return memcmp(a, b, sizeof(struct lesson)); }

static void test_threads_share_the_same_lessons(void **unused)
{
    (void)unused;
    struct harvest one = play(course_of(1), lessons[0]), three = play(course_of(3), lessons[1]);
    assert_int_equal(one.lessons, three.lessons);
    for (int i = 0; i < 2; i++)
        qsort(lessons[i], (size_t)one.lessons, sizeof(struct lesson), compare_lessons);
    assert_memory_equal(lessons[0], lessons[1], (size_t)one.lessons * sizeof(struct lesson));
}

/* With full belief in the end, the answers between two choices that were not the best are certain. */
static void test_answers_tell_who_won(void **unused)
{
    (void)unused;
    struct course course = course_of(2);
    course.explore = 0;
    struct harvest harvest = play(course, lessons[0]);
    int won = 0;
    for (int64_t i = 0; i < harvest.lessons; i++) {
        assert_true(lessons[0][i].answer == 0 || lessons[0][i].answer == ANSWER_ONE);
        won += lessons[0][i].answer == ANSWER_ONE;
    }
    assert_in_range(won, harvest.lessons * 4 / 10, harvest.lessons * 6 / 10);
}

/* The network wins three of four duels against `steady`; fewer than 55 of 100 would be six standard deviations off. */
static void test_it_plays_as_well_as_the_network(void **unused)
{
    (void)unused;
    struct harvest harvest = {.lesson = lessons[0], .most = MOST};
    struct course course = course_of(2);
    course.measured = 1;
    course.duels = 200;
    course.plans = 32;
    assert_true(self_play_play(facetoface_net.input, facetoface_net.layer[0].biases, &course, &harvest));
    assert_int_equal(harvest.measured, course.duels);
    assert_in_range(harvest.won, course.duels * 55 / 100, course.duels);
    assert_int_equal(harvest.lessons, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons_are_in_bounds),
        cmocka_unit_test(test_threads_share_the_same_lessons),
        cmocka_unit_test(test_answers_tell_who_won),
        cmocka_unit_test(test_it_plays_as_well_as_the_network),
    };
    return cmocka_run_group_tests_name("facetoface training", tests, NULL, NULL);
}

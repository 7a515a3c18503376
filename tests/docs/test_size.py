"""The documents stay readable: bounded pages, bounded in all, one reading order, and no figure in the README without its source.

Words are counted as `wc -w` does. The README's figures are the numbers of its text outside of code. Each must be in the first table
of docs/results.md, or among those of NOT_MEASURED; and each number of that table must come from the section to which its row leads,
where it may be more precise (96.2 for 96, 854,014 for 854,000).
"""
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
DOCS = TOP / "docs"
WORDS_OF_A_PAGE = 5_000
WORDS_IN_ALL = 42_000
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
NOT_MEASURED = {  # figures of the README that are facts of the games, the machine or the program, as they stand there
    "98 cards", "1-5 players", "2-6 players", "2-5 players", "Debian 12", "Chrome 111", "Firefox 121", "Safari 16.4", "50 ms", "1 s a turn", "34 lines",
}


def text_of(page):
    return (TOP / page).read_text(encoding="utf-8")


def numbers(text):
    return [match[0].rstrip(",") for match in NUMBER.finditer(text)]


def without_code(text):
    """The words that a reader reads: no blocks, no comments, no code, no addresses of links and pictures."""
    for pattern in (r"(?ms)^```.*?^```$", r"(?s)<!--.*?-->", r"`[^`]*`", r"\]\([^)]*\)"):
        text = re.sub(pattern, " ", text)
    return text


def figures(readme):
    """The numbers of the README that claim something."""
    text = without_code(readme)
    for fact in NOT_MEASURED:
        text = text.replace(fact, " ")
    return numbers(text)


def section(page, heading_link):
    """The text of the section of a page that #heading-link leads to, with what is below it."""
    for heading in re.finditer(r"(?m)^(#+) (.*)$", page):
        name = re.sub(r"[^\w\- ]", "", heading[2].lower()).replace(" ", "-")
        if name == heading_link:
            end = re.search(rf"(?m)^#{{1,{len(heading[1])}}} ", page[heading.end():])
            return page[heading.end():heading.end() + end.start() if end else None]
    raise KeyError(heading_link)


def summary(results):
    """[(words, link)] of the rows of the first table."""
    return re.findall(r"(?m)^\| (.*?) \| \[[^\]]*\]\(#([^)]*)\) \|$", section(results, "in-short"))


def is_rounded_from(figure, exact):
    """Whether a number is another one with fewer digits: 96 from 96.2, 854,000 from 854,014."""
    figure, exact = figure.replace(",", ""), exact.replace(",", "")
    zeros = len(figure) - len(figure.rstrip("0")) if "." not in figure and len(figure) > 3 else 0
    digits = len(figure.partition(".")[2]) or -zeros
    return abs(float(figure) - float(exact)) <= 0.5 * 10.0 ** -digits


class Size(unittest.TestCase):
    def test_no_page_is_longer_than_people_read(self):
        long_pages = {page.name: words for page in DOCS.glob("*.md") if (words := len(page.read_text(encoding="utf-8").split())) > WORDS_OF_A_PAGE}
        self.assertEqual(long_pages, {})

    def test_all_pages_together_are_bounded(self):
        words = sum(len(page.read_text(encoding="utf-8").split()) for page in DOCS.glob("*.md"))
        self.assertLessEqual(words, WORDS_IN_ALL)

    def test_the_reading_order_has_every_page_once(self):
        listed = re.findall(r"(?m)^\d\. \[[^\]]*\]\(([\w./-]+\.md)\)", text_of("docs/README.md"))
        pages = [page.name for page in DOCS.glob("*.md") if page.name != "README.md"]
        self.assertEqual(sorted(name for name in listed if "/" not in name), sorted(pages))


class Figures(unittest.TestCase):
    def test_every_figure_of_the_readme_is_in_the_summary_of_the_results(self):
        known = {number for words, _ in summary(text_of("docs/results.md")) for number in numbers(words)}
        claimed = figures(text_of("README.md"))
        self.assertGreater(len(claimed), 5)
        self.assertEqual([figure for figure in claimed if figure not in known], [])

    def test_every_figure_of_the_summary_is_measured_in_its_section(self):
        results = text_of("docs/results.md")
        for words, link in summary(results):
            measured = numbers(section(results, link))
            for figure in numbers(words):
                with self.subTest(figure=figure, section=link):
                    self.assertTrue(any(is_rounded_from(figure, exact) for exact in measured))

    def test_facts_that_are_not_measured_are_in_the_readme(self):
        text = without_code(text_of("README.md"))
        self.assertEqual([fact for fact in NOT_MEASURED if fact not in text], [])

    def test_a_figure_that_nobody_measured_is_found(self):
        self.assertEqual(figures("It wins 97 %, or\n```\n5 of 6\n```\n`--games 3`, [here](x.md#y-8): 1,234 times, on Debian 12.\n"), ["97", "1,234"])
        for figure, exact, expected in (("96", "96.2", True), ("96", "97.1", False), ("854,000", "854,014", True), ("854,000", "855,000", False),
                                        ("10", "14", False), ("98.9", "98.94", True), ("100", "100.0", True)):
            self.assertEqual(is_rounded_from(figure, exact), expected, (figure, exact))


if __name__ == "__main__":
    unittest.main()

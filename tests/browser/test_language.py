"""The page in Chinese: no English remains anywhere, and switching back restores the English completely."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from npuzzle import ALGORITHMS, GOALS, HEURISTICS, Board, InvalidBoardError, check, solve
from npuzzle.errors import sentence
from npuzzle.lab import TRACED
from npuzzle.lab.exhibits import EXHIBITS
from npuzzle.puzzle.moves import WORDS
from npuzzle.solving.limits import Outcome
from tests.browser.conftest import Watch
from tests.browser.languages import TEXTS, is_left, speak
from tests.browser.looks import violations
from tests.browser.offline import wait_offline
from tests.browser.page_driver import READY, PageDriver, open_room
from web.page.link import from_fragment
from web.page.words import describe_repair

CHINESE = re.compile(r"[\u4e00-\u9fff]")

OPEN = "place => document.querySelectorAll(`${place} details`).forEach(details => { details.open = true; })"


class Chinese:
    """Searches for English. `look` continues after a miss, so that one run finds all of them."""

    def __init__(self, driver: PageDriver) -> None:
        self.driver, self.page = driver, driver.page
        self.misses: dict[str, str] = {}

    def look(self, where: str) -> None:
        for place, text in self.page.evaluate(TEXTS):
            if is_left(text):
                self.misses.setdefault(" ".join(text.split()), f"{where}, {place}")

    def board(self, text: str, where: str = "") -> None:
        """Paste the text and look; return to Slide if the text is a board."""
        self.page.get_by_role("radio", name="粘贴", exact=True).click()
        self.page.locator("#text").fill(text)
        self.look(where or f"board {text[:20]}")
        if not self.page.locator("#text-problem").inner_text():
            self.page.get_by_role("radio", name="滑动", exact=True).click()

    def all_open(self, place: str) -> None:
        """Open all folds in this place."""
        self.page.evaluate(OPEN, place)

    def end(self) -> None:
        assert [f"{place}: {text}" for text, place in self.misses.items()] == []


@pytest.fixture
def chinese(driver: PageDriver) -> Iterator[Chinese]:
    speak(driver.page, "中文")
    chinese = Chinese(driver)
    yield chinese
    chinese.end()


@pytest.mark.own_page
def test_english_comes_back_as_it_was(driver: PageDriver) -> None:
    driver.type_board("2 8 1/0 4 3/7 6 5")
    driver.page.get_by_text("Show the inversions").click()
    said = driver.page.get_by_test_id("spoken")
    expect(said).to_have_text("Playing with the board.")
    wait_offline(driver.page)  # the last message of a start
    before, title = driver.page.evaluate(TEXTS), driver.page.title()
    speak(driver.page, "中文")
    expect(driver.page.get_by_test_id("verdict")).to_contain_text("对这个目标不可解")
    assert CHINESE.search(driver.page.title())
    speak(driver.page, "English")
    assert driver.page.evaluate(TEXTS) == before
    assert driver.page.title() == title
    speak(driver.page, "中文")
    driver.button("交换方块 6 和 5").click()
    driver.button("求解").click()
    expect(driver.page.get_by_test_id("badge")).to_have_text("已证明最短", timeout=READY)
    speak(driver.page, "English")
    driver.expect_badge("Proved shortest")
    assert [text for text in driver.page.evaluate(TEXTS) if CHINESE.search(text[1])] == []


def test_faults_and_repairs(chinese: Chinese) -> None:
    driver, page = chinese.driver, chinese.page
    chinese.look("at the start")
    for text in (
        "1 2 3/4 5 5/7 a 0",
        "9 99 -3/1 2 x/x 5 5",
        "1 2 3/4 5/6 7 8",
        "1 2 3 4 0",
        "[[1,2],[3,0]",
        "hello",
        "1 1 1/1 1 1/0 0 0",
        "/".join(" ".join(str(row * 12 + cell) for cell in range(12)) for row in range(12)),
    ):
        chinese.board(text)
        expect(driver.said).not_to_be_empty()
        chinese.look(f"said of board {text[:20]}")
    chinese.board("2 8 1/0 4 3/7 6 5")
    chinese.all_open("#stage")
    expect(page.locator("#inversions")).to_contain_text("2 在 1 前")
    chinese.look("unsolvable")
    driver.button("改用目标“螺旋（蜗牛）”").click()
    expect(page.locator("#verdict-headline")).to_have_text("可解")
    chinese.look("repaired")
    page.get_by_role("radio", name="编辑").click()
    expect(page.locator("#board-help")).to_contain_text("每个数字后按空格键")
    chinese.look("editing")
    page.get_by_role("radio", name="滑动").click()
    driver.button("打乱").click()
    expect(driver.said).to_contain_text("随机棋盘")
    chinese.look("a random board")
    for moves in ("20", "99", "0"):
        page.locator("#distance").fill(moves)
        driver.button("抽取").click()
        chinese.look(f"a board {moves} moves away")
    for example in page.locator("#example option").all()[1:]:
        page.locator("#example").select_option(example.get_attribute("value"))
        chinese.look("an example")
    page.get_by_role("grid", name="棋盘").press("ArrowUp")
    page.get_by_role("grid", name="棋盘").press("ArrowDown")
    expect(driver.said).not_to_be_empty()
    chinese.look("sliding")
    driver.button("撤销").click()
    expect(driver.said).to_contain_text("已撤销")
    driver.button("重做").click()
    expect(driver.said).to_contain_text("已重做")
    chinese.look("undone and redone")
    for goal in (*(card.name for card in GOALS), "own"):
        driver.unfold(page.locator("#goal"))
        page.locator("#goal").select_option(goal)
        chinese.look(f"goal {goal}")
    page.locator("#goal-text").fill("1 2/3 0")
    chinese.look("a goal of another size")


@pytest.mark.fresh(service_workers="block")
@pytest.mark.windowed  # headless Chromium copies nothing without a permission
def test_solving_stepping_and_stopping(chinese: Chinese) -> None:
    driver, page = chinese.driver, chinese.page
    chinese.all_open("main")
    for algorithm in ("auto", *(card.name for card in ALGORITHMS)):
        page.locator("#algorithm").select_option(algorithm)
        chinese.look(f"algorithm {algorithm}")
    page.locator("#algorithm").select_option("astar")
    for heuristic in ("auto", *(card.name for card in HEURISTICS)):
        page.locator("#heuristic").select_option(heuristic)
        chinese.look(f"heuristic {heuristic}")
    for name in ("seconds", "expanded", "stored", "depth"):
        page.locator(f"#{name}").fill("-1")
        chinese.look(f"limit {name}")
        page.locator(f"#{name}").fill("60" if name == "seconds" else "")
    page.locator("#heuristic").select_option("auto")
    page.locator("#every").check()
    driver.button("求解").click()
    expect(page.get_by_test_id("badge")).to_have_text("已证明最短", timeout=READY)
    expect(page.locator("#result-title")).to_have_text("用 31 步解出")
    chinese.all_open("main")
    chinese.look("solved")
    page.locator("#grouping").select_option("runs")
    chinese.look("moves in groups")
    driver.button("复制为文字").click()
    expect(page.locator("#copied, #copy-box:visible").first).not_to_be_empty()
    chinese.look("moves copied")
    driver.button("下一步").click()
    expect(page.get_by_test_id("step-text")).to_contain_text("第 1 步，共 31 步：方块")
    chinese.look("a step")
    driver.button("播放").click()
    expect(driver.button("暂停")).to_be_visible()
    chinese.look("playing")
    driver.button("末步").click()
    expect(driver.said).to_contain_text("已解出")
    chinese.look("the last step")
    driver.button("分享").click()
    chinese.look("sharing")
    driver.button("复制链接").click()
    expect(page.locator("#share-said")).not_to_be_empty()
    chinese.look("copying")
    driver.button("清除保存的数据").click()
    chinese.look("asking")
    driver.button("全部清除").click()
    expect(page.locator("#share-forget-said")).to_contain_text("已清除")
    chinese.look("forgetting")
    driver.button("关闭").click()
    page.locator("#every").uncheck()
    chinese.board("8 6 7/2 5 4/3 0 1")
    page.locator("#hints-on").check()
    expect(page.locator("#hint-text")).to_contain_text("还剩", timeout=READY)
    chinese.look("a hint")
    chinese.board("/".join(" ".join(str(row * 20 + cell) for cell in range(20)) for row in range(20)))
    expect(page.get_by_test_id("map")).to_be_visible()
    page.get_by_test_id("map").press("ArrowRight")
    chinese.look("a large board")
    chinese.board("15 10 8 12/11 14 9 13/2 6 5 1/3 7 4 0")
    driver.unfold(page.locator("#goal"))
    page.locator("#goal").select_option("blank-first")
    page.locator("#algorithm").select_option("idastar")
    page.locator("#heuristic").select_option("manhattan")
    driver.button("求解").click()
    expect(page.get_by_test_id("progress")).to_contain_text("步")
    chinese.look("a search under way")
    driver.button("停止").click()
    expect(page.locator("#result-title")).to_have_text("已停止")
    chinese.look("stopped")
    page.locator("#expanded").fill("100")
    for algorithm in ("weighted-astar", "beam"):
        page.locator("#algorithm").select_option(algorithm)
        driver.button("求解").click()
        expect(page.locator("#result-title")).to_have_text("扩展数用尽")
        chinese.look(f"out of nodes, {algorithm}")


def test_a_path_that_gets_shorter_and_one_of_a_large_board(chinese: Chinese) -> None:
    driver, page = chinese.driver, chinese.page
    driver.button("求解").click()
    expect(page.get_by_test_id("note")).to_contain_text("选用了 A*：", timeout=READY)  # A* is the same
    chinese.board("2 15 5 14 18/7 16 1 23 24/11 13 3 19 22/0 9 21 12 10/4 8 20 6 17")
    chinese.look("a board that is improved")
    driver.button("求解").click()
    expect(page.get_by_test_id("in-hand")).to_have_text(re.compile("目前.*步可解.*至多比最短路径多"))
    expect(driver.said).to_contain_text("正在寻找更短的路径")
    chinese.look("a path in hand")
    driver.button("就用这条").click()
    expect(page.get_by_test_id("note")).to_contain_text("第一条路径有")
    chinese.look("stopped with a path")
    chinese.board("15 2 14 5 18/7 16 1 23 24/11 13 3 19 22/0 9 21 12 10/4 8 20 6 17")  # not resumed
    driver.go_to_the_end_at_once()
    driver.button("求解").click()
    expect(page.get_by_test_id("better")).to_contain_text("找到了更短的路径", timeout=READY)
    chinese.look("a shorter path than the one on show")
    driver.button("就用这条").click()
    driver.unfold(page.locator("#seconds"))
    for field, value in (("seconds", "0"), ("expanded", "1000"), ("depth", "10")):
        page.locator(f"#{field}").fill(value)
        driver.button("求解").click()
        expect(page.locator("#result-title")).not_to_be_empty()
        expect(driver.button("求解")).to_be_enabled(timeout=READY)
        chinese.look(f"ended by {field}")
        page.locator(f"#{field}").fill("")
    chinese.board(
        "/".join(" ".join(str(n) for n in range(row + 14, row, -1)) for row in range(0, 14 * 15, 14))
    )
    page.locator("#algorithm").select_option("auto")
    chinese.look("a board too large")
    chinese.board("/".join(" ".join(str((r * 20 + c + 1) % 400) for c in range(20)) for r in range(20)))
    driver.button("求解").click()
    expect(page.locator("#result-title")).not_to_be_empty(timeout=READY)
    chinese.look("a large board solved")


@pytest.mark.own_page
def test_racing_and_exploring(chinese: Chinese) -> None:
    driver, page = chinese.driver, chinese.page
    chinese.board("2 8 3/1 6 4/7 0 5")
    driver.unfold(page.locator("#goal"))
    page.locator("#goal").select_option("spiral")
    open_room(page, "race")
    expect(page.locator("#clouds-play")).to_be_enabled()
    driver.open_lanes()
    for preset in page.locator("#race-preset option").all():
        page.locator("#race-preset").select_option(preset.get_attribute("value"))
        chinese.look("lanes")
    page.locator("#race-preset").select_option("Two estimates")
    page.locator("#race-guess-lane").select_option("1")
    page.locator("#clouds-play").click()
    expect(page.locator("#race-why")).to_contain_text("。", timeout=READY)
    expect(page.get_by_test_id("clouds-said")).not_to_be_empty(timeout=READY)
    page.locator("#clouds-canvas-0").press("End")
    expect(page.get_by_test_id("clouds-dot")).to_contain_text("扩展")
    chinese.look("a race")
    driver.open_many()
    page.locator("#compare-count").select_option(index=0)
    page.locator("#compare-start").click()
    expect(page.locator("#compare-summary")).to_contain_text("所有赛道都求解了", timeout=2 * READY)
    chinese.look("a comparison")
    open_room(page, "explore")
    expect(page.get_by_test_id("pair-said")).to_contain_text("次扩展时不同", timeout=READY)
    chinese.look("two trees that part")
    driver.button("继续").click()
    expect(driver.button("再播放一次")).to_be_visible(timeout=READY)
    chinese.look("two trees at their ends")
    for algorithm in page.locator("#explore-algorithm option").all():
        name = algorithm.get_attribute("value")
        page.locator("#explore-algorithm").select_option(name)
        if name not in TRACED:
            expect(driver.button("建立搜索树")).to_be_disabled()
            chinese.look("why there is no tree")
            continue
        driver.button("建立搜索树").click()
        begun = re.compile("只有起点|各有一棵树")
        expect(page.locator("#explore-said")).to_contain_text(begun, timeout=READY)
        for _ in range(3):
            driver.button("进一步").click()
        chinese.look("a step of the search")
        driver.button("最后一步").click()
        chinese.look("the last step of the search")
    page.locator("#explore-algorithm").select_option("astar")
    driver.button("建立搜索树").click()
    expect(page.locator("#explore-said")).to_contain_text("只有起点", timeout=READY)
    driver.button("预测下一个棋盘").click()
    for _ in range(3):
        page.locator("#explore-frontier [role=option]").last.click()
        chinese.look("a prediction")
    driver.button("结束预测").click()
    chinese.look("the end of predictions")


@pytest.mark.own_page
def test_practising(chinese: Chinese) -> None:
    driver, page = chinese.driver, chinese.page
    page.locator("#tab-practice").click()
    page.locator("#practice-size").select_option("3x3")
    for mode in ("fewest", "clock"):
        page.locator("#practice-mode").select_option(mode)
        chinese.look("before a scramble")
        driver.button("下一题").click()
        chinese.look("a scramble")
        tiles = [cell.inner_text() or "0" for cell in page.locator("#board [role=gridcell]").all()]
        for move in solve(" ".join(tiles), "1 2 3/4 5 6/7 8 0").moves:
            page.locator("#board").press(f"Arrow{WORDS[move.letter].title()}")
        expect(page.get_by_test_id("practice-proof")).to_contain_text("最短：", timeout=READY)
        chinese.look("a solve")
    driver.button("清空本次练习").click()
    chinese.look("a session that is cleared")
    driver.button("粘贴列表").click()
    lines = ["1 2 3/4 5 6/0 7 8 D U L2", "1 2 3/4 5 6/0 7 8 LR", "hello", "", "RU", "", "replay?r=A", "", "R"]
    page.locator("#practice-text").fill("\n".join(lines))
    driver.button("分析").click()
    expect(page.get_by_test_id("practice-list-table").locator("tbody tr")).to_have_count(6, timeout=READY)
    chinese.look("a list")


def test_certifying_and_learning(chinese: Chinese) -> None:
    driver, page = chinese.driver, chinese.page
    open_room(page, "lab")
    expect(driver.button("检验")).to_be_enabled()
    for example in page.locator("#lab-example option:enabled").all():
        page.locator("#lab-example").select_option(example.get_attribute("value"))
        chinese.look("an example of the Lab")
    chinese.all_open("#room-lab")
    page.locator("#lab-example").select_option("pairwise-conflict")
    driver.button("检验").click()
    chinese.look("certifying")
    expect(page.locator("#lab-verdict")).to_contain_text("不可采纳", timeout=2 * READY)
    chinese.look("a certificate")
    open_room(page, "learn")
    page.locator("#room-learn [value=week]").click()
    lessons = page.locator("#learn-week [data-lesson]")
    for exercise in range(lessons.count()):
        chinese.all_open("#learn-week")
        lessons.nth(exercise).click()
        chinese.all_open("#learn-text")
        while True:
            chinese.look(f"exercise {exercise + 1}")
            answer(page)
            chinese.look(f"exercise {exercise + 1}, answered")
            if page.locator("#learn-show").is_visible():
                page.locator("#learn-show").click()
            chinese.look(f"exercise {exercise + 1}, the answer")
            last = page.locator("#learn-next").inner_text() == "完成"
            page.locator("#learn-next").click()
            if last:
                break
    chinese.look("all exercises done")
    code = page.get_by_test_id("code").inner_text()
    page.locator("#learn-teachers").click()
    page.locator("#codes-text").fill(f"Ann {code}\nBob 1234")
    chinese.look("for teachers")


def answer(page: Page) -> None:
    """Answer the open question; a number is always wrong. Steps that ask for an action stay undone."""
    number, buttons = page.locator("#learn-number"), page.locator("#learn-answers button")
    if number.count():
        number.fill("99")
    elif buttons.count():
        buttons.first.click()
    if page.locator("#learn-check").is_visible():
        page.locator("#learn-check").click()


def test_the_first_visit_follows_the_browser_and_a_choice_is_kept(browser: Browser, base_url: str) -> None:
    """At the size of a phone, in the dark scheme; axe finds no violation in Chinese."""
    context = browser.new_context(
        locale="zh-CN",
        viewport={"width": 390, "height": 844},
        color_scheme="dark",
        reduced_motion="reduce",
        service_workers="block",
    )
    watch = Watch(context)
    page = context.new_page()
    page.goto(base_url)
    html, solve = page.locator("html"), page.locator("#solve")
    expect(html).to_have_attribute("lang", "zh")
    expect(solve).to_be_enabled(timeout=READY)
    assert CHINESE.search(page.locator("meta[name=description]").get_attribute("content") or "")
    solve.click()
    expect(page.get_by_test_id("badge")).to_have_text("已证明最短", timeout=READY)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    speak(page, "English")
    page.reload()
    expect(html).to_have_attribute("lang", "en")
    speak(page, "中文")
    page.reload()
    expect(html).to_have_attribute("lang", "zh")
    expect(solve).to_have_text("求解")
    assert watch.unexpected() == []
    context.close()


def test_what_the_package_says_is_known_and_costs_little(page: Page, base_url: str, watch: Watch) -> None:
    """The test does not wait for Python; it writes the texts to the page as Python would."""
    page.goto(base_url)
    speak(page, "中文")
    answer: dict[str, Any] = page.evaluate(SAY, sentences())
    left = [f"{text}\n  {said}" for text, said in answer["said"] if is_left(said)]
    assert left == []
    print(f"a new text costs {answer['cost']:.3f} ms")
    assert answer["cost"] < 1


#: Write each text to an element and read it a moment later. Then measure the mean time of a changing figure,
#: in the best of some rounds.
SAY = """async texts => {
  const shown = document.body.appendChild(document.createElement('p'));
  const said = [];
  for (const text of texts) {
    shown.textContent = text;
    await Promise.resolve();
    said.push([text, shown.textContent]);
  }
  let cost = Infinity;
  for (let round = 0; round < 10; round++) {
    const began = performance.now();
    for (let n = 0; n < 100; n++) {
      shown.textContent = `At least ${round}: ${n} moves`;
      await Promise.resolve();
    }
    cost = Math.min(cost, (performance.now() - began) / 100);
  }
  shown.remove();
  return { said, cost };
}"""


def sentences() -> list[str]:
    """Return the package's sentences about boards, links and runs."""
    said = []
    for text in ("", "1 1/2 0", "1 2/3 0/4", "7 a/1 0", "1 2 3", "3x3 1 2 3 0", "(1 2", "2 1/3 0", "1 2/3 4"):
        try:
            found = check(Board.parse(text))
        except InvalidBoardError as error:
            said += [sentence(error), *(defect.message for defect in error.defects)]
        else:
            said += [found.reason.split(": ", 1)[1], *(describe_repair(repair) for repair in found.repairs)]
    for link in ("board=1", "foo=1", "algorithm=x", "weight=x", "board=1_2/3_0&moves=RR", "x" * 200_000):
        said += from_fragment(link).problems
    for card in (*ALGORITHMS, *HEURISTICS, *EXHIBITS):
        said += [card.label, f"{card.label}: {card.summary}.", getattr(card, "lesson", "")]
    ended = {Outcome.UNSOLVABLE: "Not solvable", Outcome.CANCELLED: "Stopped"}  # the page's own words
    said += [ended.get(outcome, outcome.value.capitalize()) for outcome in Outcome]
    return said

"""Names and sentences stay plain: functions are verbs, docstrings begin with one, no sentence is a riddle."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from npuzzle import site
from tests.support.sources import parse, statements

#: Folders of the checkout, and single modules, that follow these rules. Add those that are cleaned.
CLEAN = [
    "npuzzle/cli",
    "npuzzle/compat",
    "npuzzle/heuristics",
    "npuzzle/compiler",
    "npuzzle/kernels",
    "npuzzle/lab",
    "npuzzle/pattern_databases",
    "npuzzle/puzzle",
    "npuzzle/search",
    "npuzzle/site",
    "npuzzle/solving",
]

#: Participles that do not end in -ed.
IRREGULAR = {
    *("begun", "bound", "broken", "built", "chosen", "done", "drawn", "found", "given", "held", "hidden"),
    *("kept", "known", "left", "made", "meant", "said", "seen", "sent", "shown", "spelt", "taken", "thought"),
    *("told", "written"),
}

#: Words in -ed and -ing that are not participles.
VERBS = {"embed", "exceed", "feed", "need", "proceed", "ring", "seed", "spring", "string"}

#: Functions that may keep a participle as their name, and why.
NAMES = {
    "installed": "the site of the installed package, beside `Site.checkout`",
    "named": "public: `Row.named`, a way as plain data",
    "reading": "public: `Board.reading`, a noun: the board of a text and how it was read",
    "shuffled": "`Board.shuffled` is public, and is to `shuffle` as `sorted` is to `sort`",
    "signed": "an adjective: the signed LEB128 encoding, by its name in the specification",
    "unsigned": "an adjective: the unsigned LEB128 encoding, by its name in the specification",
    "weighted": "public: the weighted sum of heuristics, its name in the literature",
}

#: Phrases that stop a reader, and what to write instead. Not allowed anywhere: in programs, scripts, pages,
#: translations, documents and tests.
PHRASES = {
    r"\bwhoever\b": "name who: 'the caller', 'the user'",
    r"\bwhatever (is|has|was)\b": "say 'anything that'",
    r"\b(what|that|which|this|it) (is|are|was) no \w+": "say 'is not a'",
    r"(?<!there )\bis (?-i:none)\b(?! of)": "say 'is not one', or what it is",
    r"\bsuch as there\b": "say 'all', or 'if any'",
    r"\bof equals\b": "say 'ties:'",
    r"\b(is|are|was|were|be) told\b": "say 'gets', 'receives', or what is passed",
    r"\bin the hand\b|\blay idle\b|\blies idle\b": "say what state it is in: 'unused', 'current'",
    r"\bever (more|shorter|longer|wider|larger|smaller|further)\b": "say 'more and more', or give the order",
    r"\bno (less|more|dearer|cheaper|shorter|longer) than\b": "say 'at least', 'at most'",
    r"\bdearer\b": "say 'longer', 'more expensive'",
    r"\bheed(s|ed|ing)?\b": "say 'uses', 'obeys'",
    r"\b(what|all that) (comes|came) of\b": "say 'the result'",
    r"\bin vain\b": "say 'without finding one', 'without effect'",
    r"\bfor ever\b": "say 'without end', 'forever'",
    r"\b(hold|held|holding) (him|her|people|it|them) to\b": "say 'check', 'require'",
    r"\bby then\b": "say 'before that', 'so far'",
    r"\bsuch (a one|an one|as is|as are)\b": "say which",
    r"\d\.\.(?!\.)": "say '1 to 9'",
}

#: More phrases. Tests may use them, about visitors, clocks and screens.
UNNAMED = {
    r"\bsomebody\b": "say who: 'a user', 'a caller'",
    r"\bnobody\b": "say who: 'not the user', or use the passive",
}

#: More phrases, which programs, pages and translations no longer contain.
DATED = {
    r"(?<![-`])\banew\b(?!`)": "say 'again', 'start over'",
    r"\b(go|goes|going|gone|went) on\b(?! (the|a|an) )": "say 'continue', 'resume'",
    r"\bunder way\b": "say 'in progress', 'running'",
    r"\bin (the )?place of\b": "say 'instead of'",
    r"\bfrom (then|there) on\b": "say 'afterwards', 'after that'",
    r"\b(is|are|was|were) begun\b": "say 'started'",
    r"\bcan(not)? be true\b": "say 'is (in)consistent'",
    r"\bmend(s|ed|ing)?\b": "say 'fix'",
    r"\bputs? (it |them )?back\b": "say 'restore'",
    r"\btak(e|es|ing) (its|their|the) place\b": "say 'replace'",
    r"\b(lie|lies) (in|at|on|beside|below)\b": "say 'is'",
    r"\b(one|a) (board|line|row|name) a (line|row|sheet|move|cell|board|second)\b": "say 'per'",
    r"\bwhat (went wrong|is wrong with)\b": "say 'the error', 'the problem'",
    r"\bhangs on\b": "say 'depends on'",
    r"\bon the average\b": "say 'on average'",
    r"\bstrangers?\b": "say 'others', 'untrusted'",
}

#: More phrases, for documents written by hand: their prose, without code and quoted messages.
IN_DOCUMENTS = {
    r"\b(go|goes|going|gone|went) on\b(?! (the|a|an) )": "say 'continue', 'resume'",
    r"\banew\b": "say 'again', 'start over'",
    r"\bin (the )?place of\b": "say 'instead of'",
    r"\bunder way\b": "say 'in progress', 'running'",
    r"\bof (one's|its|his|their|the user's) own\b": "say 'your own', 'its own'",
    r"\bin the page\b": "say 'on the page'",
    r"\bon the average\b": "say 'on average'",
    r"\bbeside\b": "say 'next to', 'compared with'",
    r"\btak(e|es|ing) (its|their|the) place\b": "say 'replace'",
    r"\bfrom (then|there|\d[\d.]*) on\b": "say 'and later'",
    r"\b(is|are|was|were) (begun|ended)\b": "say 'started', 'stopped'",
    r"\bwhat (is|was|are|were) (kept|left|said|known|there|shown|missing|asked|meant|ruled)\b": "name it",
    r"\bcan(not)? be true\b": "say 'consistent', 'inconsistent'",
    r"\bmend(s|ed|ing)?\b": "say 'fix'",
    r"\b(stands?|stood|standing)\b": "say 'is', 'appears'",
    r"\b(lie|lies|lying)\b": "say 'is'",
    r"\bputs? (it |them )?back\b": "say 'restore'",
    r"\b(one|an?|\d+|bytes|moves|seconds) (board|line|key|name|row|group|digit|byte|bit)?s? ?"
    r"a (line|row|sheet|move|cell|board|state|second)\b": "say 'per'",
    r"\b(hangs|rests?) on\b": "say 'depends on'",
    r"\bat (the )?(least|most)[.,;:)]": "say 'at least N', 'up to N'",
    r"\brefus(e|es|ed|ing|al)\b(?! line moves)": "say 'reject', 'raise'",
    r"\b(is|are|was|were) there[.,:;]": "say 'exists'",
    r"\bstrangers?\b": "say 'others'",
    r"\b(keeps?|keeping|kept)\b(?! a changelog)": "say 'save', 'store', 'remain'",
    r"(?<!slide )\bat once\b": "say 'immediately', 'at the same time'",
}

#: More phrases, for messages: strings of programs, and keys of translations (all texts of the page). `Keep`,
#: `stand` and `lie` may have their plain meaning there.
IN_MESSAGES = {
    **{turn: advice for turn, advice in IN_DOCUMENTS.items() if not re.search("keep|stand|lie", turn)},
    r"\b(is|are|has|gives|counts|holds)\b((?! (must|can) )[^.;:])*[,;] got\b": "say 'must be', 'can have'",
    r"\bw(as|ere) expected\b": "say 'expected X, got Y'",
    r"\b(scrambles?|solves?|a square|whole board) (a|one) (line|board|move)\b": "say 'per'",
    r"\bfaults\b|\bat fault\b": "say 'defect' of a board, 'bug' of ours",
}

#: Documents generated from docstrings, lessons and help, whose words are checked at their source.
MADE = (
    "npuzzle/docs/reference.md",
    "npuzzle/docs/course.md",
    "npuzzle/docs/options.md",
    "npuzzle/docs/keys.md",
    "npuzzle/docs/quality.md",
)

#: Sentences that may keep a phrase, and why.
SENTENCES = {
    " a second": "a speed",
    "--anew": "the name of an option",
    "nobody won": "the result of a race, in which the lanes are persons",
    "Nobody ever won the prize": "history: Loyd offered his prize to everybody",
}

KEPT = re.compile("|".join(map(re.escape, SENTENCES)), re.IGNORECASE)

#: Files that only quote the phrases, or whose text is not ours.
QUOTED = ("tests/fuzz/corpus/", "tests/unit/test_words.py", "web/licences/")

#: Kinds of files that contain sentences of ours.
SUFFIXES = (".py", ".md", ".html", ".js", ".mjs", ".json", ".txt", ".ipynb")

#: First words of docstrings that do not begin with a verb.
OPENINGS = {
    *("a", "all", "an", "another", "any", "as", "at", "by", "each", "every", "for", "from", "how", "in"),
    *(
        "it",
        "its",
        "no",
        "none",
        "of",
        "on",
        "one",
        "plain",
        "so",
        "such",
        "that",
        "the",
        "their",
        "these",
        "this",
    ),
    *("those", "to", "what", "when", "where", "which", "who", "why", "with"),
}


def modules() -> list[Path]:
    """List the modules that the rules apply to."""
    found = []
    for name in CLEAN:
        path = site.ROOT / name
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return found


def texts() -> list[Path]:
    """List the files of the checkout with our sentences: programs, scripts, pages, documents, tests."""
    folders = [site.ROOT / name for name in ("npuzzle", "web", "tests")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES]
    found += [path for path in site.ROOT.iterdir() if path.suffix in SUFFIXES]
    others = ("node_modules", "vendor", "__pycache__")
    return sorted(
        path for path in found if not place(path).startswith(QUOTED) and not {*path.parts} & {*others}
    )


def place(path: Path) -> str:
    """Return a file's path in the checkout."""
    return path.relative_to(site.ROOT).as_posix()


MODULES = modules()
TEXTS = texts()

#: Files with messages: programs of the package and the page, and translations.
MESSAGES = [
    path
    for path in TEXTS
    if place(path).startswith(("npuzzle/", "web/"))
    and (path.suffix == ".py" or path.parent.name == "languages")
]

#: Folders that contain texts; "." is the root.
FOLDERS = (".", "npuzzle", "tests", "web")


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is a property, whose name is a noun."""
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield every function and method that is not a property."""
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_property(node):
            yield node


def is_participle(name: str) -> bool:
    """Return whether a function's name is a single participle: `_taken`, `listed`, `solving`."""
    if name.startswith("__"):
        return False
    word = name.strip("_")
    return word in IRREGULAR or (word.isalpha() and word.endswith(("ed", "ing")) and word not in VERBS)


def opens_with_verb(docstring: str) -> bool:
    """Return whether the first word can be an imperative, or is `Whether`."""
    word = re.split(r"[^\w'-]", docstring.strip().lower(), maxsplit=1)[0]
    third_person = word.endswith("s") and not word.endswith("ss")
    return word not in OPENINGS and not third_person


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a program, each with its line: strings, comments, and names of tests."""
    comment = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            comment = f"{comment} {token.string.lstrip('#: ')}"
        elif token.type != tokenize.NL and comment:
            yield token.start[0], comment
            comment = ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.lineno, node.name.replace("_", " ")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, " ".join(node.value.split())


def messages(text: str) -> Iterator[tuple[int, str]]:
    """Yield the strings of a program that people may read, with {} for each value, without docstrings."""
    tree = ast.parse(text)
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    inner |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        said = "".join(
            str(getattr(part, "value", "")) if isinstance(part, ast.Constant) else "{}" for part in parts
        )
        if id(node) not in inner and isinstance(node, ast.JoinedStr | ast.Constant) and said.count(" ") > 1:
            yield node.lineno, " ".join(said.split())


def paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a document, a page or a script, each with its first line."""
    line = 1
    for paragraph in re.split(r"(\n\s*\n)", text):
        yield line, " ".join(re.sub(r"^ *(//|#:?) ?", "", paragraph, flags=re.MULTILINE).split())
        line += paragraph.count("\n")


def clear_code(document: str) -> str:
    """Delete code, quoted messages and the targets of links; the lines stay."""
    document = re.sub(r"^```.*?^```$", lambda code: "\n" * code[0].count("\n"), document, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`|\"[^\"\n]*\"|\]\([^)\s]*\)", " ", document)


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a data file."""
    yield from enumerate(text.splitlines(), 1)


def may_have(text: str, phrases: Mapping[str, str]) -> bool:
    """Return whether a file may contain a phrase: a quick look, without parsing."""
    joined = re.sub(r'["\']\s*\n\s*[fr]*["\']|\n\s*(#|//):?', " ", text)
    joined = re.sub(r"(?<=\w)_(?=\w)", " ", joined)
    return any(True for _ in refused(" ".join(joined.split()), phrases))


def refused(sentence: str, phrases: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each phrase found in a sentence, and what to write instead."""
    lower = sentence.lower()
    for pattern, advice in phrases.items():
        if re.search(pattern.removeprefix(r"\b"), lower):  # searching without \b is ten times faster
            for found in re.finditer(pattern, sentence, re.IGNORECASE):
                yield found.group(), advice


def riddles(text: str, suffix: str = ".py", phrases: Mapping[str, str] = PHRASES) -> list[str]:
    """List the phrases in a file, each with its line and what to write instead."""
    if not may_have(text, phrases):
        return []
    split = {".py": sentences, ".json": lines, ".ipynb": lines}.get(suffix, paragraphs)
    return [
        f"{line}: {found!r}: {advice}"
        for line, sentence in split(text)
        for found, advice in refused(KEPT.sub("", sentence), phrases)
    ]


def test_functions_are_named_by_verbs() -> None:
    wrong = [
        f"{place(path)}:{function.lineno}: {function.name}"
        for path in MODULES
        for function in functions(parse(path))
        if is_participle(function.name) and function.name not in NAMES
    ]
    assert not wrong, "\n".join(["begin these names with a verb:", *wrong])


def test_docstrings_of_functions_open_with_a_verb() -> None:
    wrong = [
        f"{place(path)}:{function.lineno}: {text.splitlines()[0]}"
        for path in MODULES
        for function in functions(parse(path))
        if not opens_with_verb(text := ast.get_docstring(function) or "Say")
    ]
    assert not wrong, "\n".join(["begin these docstrings with an imperative sentence:", *wrong])


@pytest.mark.parametrize("folder", FOLDERS)
def test_sentences_are_plain(folder: str) -> None:
    """All files of a folder are in one test, as most take a millisecond."""
    wrong = []
    for path in TEXTS:
        if place(path).split("/")[0] == folder or (folder == "." and "/" not in place(path)):
            phrases = PHRASES if folder == "tests" else PHRASES | UNNAMED
            if folder != "tests" and path.suffix in (".py", ".html", ".json", ".js", ".txt"):
                phrases = phrases | DATED
            found = riddles(path.read_text("utf-8"), path.suffix, phrases)
            wrong += [f"{place(path)}:{riddle}" for riddle in found]
    assert not wrong, "\n".join(wrong)


def test_messages_are_idiomatic() -> None:
    """Messages are errors, help and the page's texts, whose HTML is covered by the keys of translations."""
    wrong = [
        f"{place(path)}:{line}: {turn!r}: {advice}"
        for path in MESSAGES
        for line, said in (messages if path.suffix == ".py" else lines)(path.read_text("utf-8"))
        for turn, advice in refused(KEPT.sub("", said), IN_MESSAGES)
    ]
    assert not wrong, "\n".join(wrong)


def test_documents_are_idiomatic() -> None:
    found = [path for path in TEXTS if path.suffix == ".md" and place(path) not in MADE]
    found += sorted((site.ROOT / ".github").glob("*.md"))
    assert len(found) > 25
    wrong = [
        f"{place(path)}:{riddle}"
        for path in found
        for riddle in riddles(clear_code(path.read_text("utf-8")), ".md", IN_DOCUMENTS)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["_taken", "told", "solving", "_listed"])
def test_a_participle_is_refused(name: str) -> None:
    assert is_participle(name)


@pytest.mark.parametrize("name", ["seed", "read", "take", "__missing__", "draw_distinct"])
def test_a_verb_is_not_a_participle(name: str) -> None:
    assert not is_participle(name)


def test_openings_are_distinguished() -> None:
    openings = ("The cells.", "Fills a row.", "Fill it.", "Pass it.", "Whether it fits.")
    assert [text for text in openings if not opens_with_verb(text)] == ["The cells.", "Fills a row."]


def test_a_riddle_is_found_across_lines() -> None:
    assert riddles('"""What is\nno tile."""') == ["1: 'What is no tile': say 'is not a'"]
    assert riddles('x = ("what is "\n    "no tile")')
    assert riddles("x = 1  # asked by\n# whoever calls\n")[0].startswith("3: 'whoever'")
    assert riddles("def test_what_is_no_tile():\n    pass\n")[0].startswith("1: 'what is no tile'")
    assert not riddles('"""Say that there is no path."""')
    assert not riddles('"""None is a closed stream; empty if there is none."""')


def test_a_riddle_is_found_in_a_document_and_a_script() -> None:
    assert riddles("A page.\n\nIt is for\nwhoever reads.", ".md") == [
        "3: 'whoever': name who: 'the caller', 'the user'"
    ]
    assert riddles("f(); // for what\n   // is no tile\n", ".js")[0].startswith("1: 'what is no tile'")
    assert riddles('{"is told": "",\n"is fine": ""}', ".json")[0].startswith("1: 'is told'")


def test_a_dated_turn_is_found_and_an_option_of_that_name_is_not() -> None:
    assert riddles("# It is drawn anew.\nx = 1\n", ".py", DATED) == ["2: 'anew': say 'again', 'start over'"]
    assert riddles('"""One row a line, in place of a list."""', ".py", DATED)
    assert not riddles('"""Add `--anew`. It goes on the stack."""', ".py", DATED)


def test_a_turn_is_found_in_a_document_but_not_in_its_code() -> None:
    text = 'It is kept, a line a board.\n\n```sh\nkept\n```\n`kept` "is kept" [see](kept.md)\n\nIt goes on.\n'
    found = riddles(clear_code(text), ".md", IN_DOCUMENTS)
    assert [riddle.split(": say")[0] for riddle in found] == [
        "1: 'a line a board'",
        "1: 'kept'",
        "8: 'goes on'",
    ]


def test_a_message_that_states_a_rule_as_a_fact_is_found() -> None:
    program = 'def f(x):\n    "It is 1, got 2."\n    raise ValueError(f"a depth is 1 to {x}, got {x + 1}")'
    assert [*messages(program)] == [(3, "a depth is 1 to {}, got {}")]
    found = [turn for turn, _ in refused("a depth is 1 to {}, got {}", IN_MESSAGES)]
    assert found == ["is 1 to {}, got"]
    assert not [*refused("a line can have up to {} moves, got {}", IN_MESSAGES)]


def test_a_sentence_that_may_stay_hides_no_other() -> None:
    assert not riddles('{"nobody won": "",\n"there is none": ""}', ".json", UNNAMED)
    assert riddles("So nobody won, as somebody said.", ".md", UNNAMED)[0].startswith("1: 'somebody'")


def test_the_texts_are_of_every_kind() -> None:
    """Otherwise a file that was moved, or a folder left out by mistake, would not be checked."""
    places = {place(path) for path in TEXTS}
    assert {"README.md", "sw.js", "index.html", "web/languages/zh.json", "npuzzle/docs/api.md"} <= places
    assert {"tests/conftest.py", "npuzzle/classroom/exercises.py", "web/page/state.py"} <= places
    assert not [name for name in places if "/vendor/" in name]
    assert {name.split("/")[0] if "/" in name else "." for name in places} == {*FOLDERS}


def test_no_exception_is_left_over() -> None:
    """The exception of a deleted function would hide the next one of that name."""
    kept = [sentence for sentence in SENTENCES if not any(sentence in p.read_text("utf-8") for p in TEXTS)]
    assert not kept, f"no file has these sentences any more: {kept}"
    named = {f.name for path in MODULES for f in functions(parse(path))}
    assert set(NAMES) <= named

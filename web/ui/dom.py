"""Elements of the page, and writing to them only what changed."""

from pyscript import document


def by_id(name):
    return document.getElementById(name)


def make(tag, text="", **attributes):
    """A new element; attributes by name, `_` for `-`."""
    element = document.createElement(tag)
    if text:
        element.textContent = text
    for name, value in attributes.items():
        element.setAttribute(name.replace("_", "-"), str(value))
    return element


class Writer:
    """Remembers what it last wrote, and touches the page only where that changes."""

    def __init__(self):
        self._written = {}

    def _changed(self, key, value):
        if key in self._written and self._written[key] == value:
            return False
        self._written[key] = value
        return True

    def _forget(self, prefix):
        self._written = {key: v for key, v in self._written.items() if not str(key).startswith(prefix)}

    def _text(self, name, text):
        if self._changed(("text", name), text):
            by_id(name).textContent = text

    def _attribute(self, name, attribute, value):
        if self._changed((attribute, name), value):
            by_id(name).setAttribute(attribute, value)

    def _property(self, name, attribute, value):
        if self._changed((attribute, name), value):
            setattr(by_id(name), attribute, value)

    def _enable(self, name, enabled):
        self._property(name, "disabled", not enabled)

    def _value(self, name, value):
        """Fields change under the user's hands, so their value is compared with the page's."""
        field = by_id(name)
        if field.value != value:
            field.value = value

    def _fill(self, name, choices):
        """A menu's choices, (value, label)."""
        options = []
        for value, label in choices:
            option = make("option", label)
            option.value = value
            options.append(option)
        by_id(name).replaceChildren(*options)

    def _figures(self, name, figures):
        """Terms and figures; the terms stay while the figures run."""
        terms = [term for term, _ in figures]
        listed = by_id(name)
        if self._changed(f"terms {name}", terms):
            listed.replaceChildren()
            for term in terms:
                pair = make("div")
                pair.append(make("dt", term), make("dd"))
                listed.append(pair)
        for (_, figure), shown in zip(figures, listed.querySelectorAll("dd"), strict=True):
            if shown.textContent != figure:
                shown.textContent = figure

// The Lab's editor: CodeMirror, which comes with PyScript. It is in a shadow root, where its styles are adopted sheets, which
// the page's policy allows. Its colours are the page's variables, so they follow the page's light or dark theme.
import { codemirror } from '../vendor/pyscript/core.js';

// The variables of the page that replace CodeMirror's default colours.
const COLOURS = {
  '#708': 'var(--series-4)', '#219': 'var(--series-2)', '#164': 'var(--series-2)', '#a11': 'var(--good)',
  '#e40': 'var(--good)', '#00f': 'var(--accent)', '#30a': 'var(--accent)', '#085': 'var(--accent)',
  '#167': 'var(--accent)', '#256': 'var(--accent)', '#00c': 'var(--accent)', '#940': 'var(--soft)', '#f00': 'var(--bad)',
};

const LOOKS = {
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--card)' },
  '&.cm-focused': { outline: 'none' }, // the host shows the focus
  '.cm-scroller': { font: 'inherit', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--code)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--code)', outline: '1px solid var(--field)' },
  '.at-fault': { backgroundColor: 'var(--bad-soft)', textDecoration: 'underline wavy var(--bad)' },
};

// Type over a selection, because a browser would copy the old words' styles to the new words, and the policy rejects that.
function typedOver(event, editor) {
  if (event.inputType !== 'insertText' || event.data === null || editor.composing) return false;
  const { from, to } = selected(editor);
  if (from === to) return false;
  const insert = editor.state.toText(event.data);
  editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.type', scrollIntoView: true });
  event.preventDefault();
  return true;
}

// The selection, even if it is so new that the editor does not know it yet.
function selected(editor) {
  const known = editor.state.selection.main, shown = editor.root.getSelection?.();
  if (!known.empty || !shown || shown.isCollapsed || !editor.contentDOM.contains(shown.anchorNode)) return known;
  const ends = [editor.posAtDOM(shown.anchorNode, shown.anchorOffset), editor.posAtDOM(shown.focusNode, shown.focusOffset)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

// The page's own keys, pasting and dropping do not apply in the editor.
const INSIDE = ['keydown', 'keyup', 'keypress', 'paste', 'copy', 'cut', 'dragover', 'drop'];

// An editor in `host`. `changed(text)` is called when the text changes, `entered()` for Ctrl+Enter.
export async function mount(host, text, label, changed, entered) {
  const [{ EditorView, minimalSetup }, state, { python }, language, view, commands] = await Promise.all(
    [codemirror.core, codemirror.state, codemirror.python, codemirror.language, codemirror.view, codemirror.commands]);
  const { StateEffect, StateField } = state, { Decoration } = view;

  const fault = StateEffect.define();
  const faults = StateField.define({
    create: () => Decoration.none,
    update(marks, { effects, docChanged }) {
      for (const effect of effects) if (effect.is(fault)) return effect.value;
      return docChanged ? Decoration.none : marks;
    },
    provide: field => EditorView.decorations.from(field),
  });
  const highlight = language.HighlightStyle.define(language.defaultHighlightStyle.specs.map(
    spec => (spec.color ? { ...spec, color: COLOURS[spec.color] ?? 'var(--ink)' } : spec)));

  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const editor = new EditorView({
    doc: text,
    root,
    parent: root,
    extensions: [
      view.keymap.of([{ key: 'Mod-Enter', run: () => { entered(); return true; } }]), view.lineNumbers(), view.highlightActiveLineGutter(), language.bracketMatching(), language.indentOnInput(),
      language.indentUnit.of('    '), view.keymap.of([commands.indentWithTab]), minimalSetup, python(),
      language.syntaxHighlighting(highlight), faults, EditorView.theme(LOOKS),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
      EditorView.domEventHandlers({ beforeinput: (event, editing) => typedOver(event, editing) }),
      EditorView.updateListener.of(update => { if (update.docChanged) changed(editor.state.doc.toString()); }),
    ],
  });
  editor.contentDOM.ariaDescribedByElements = [document.getElementById('lab-keys')]; // an id would be searched for in the shadow root
  for (const kind of INSIDE) host.addEventListener(kind, event => event.stopPropagation());
  const line = number => editor.state.doc.line(Math.min(Math.max(number, 1), editor.state.doc.lines));

  return {
    set(other) {
      const { doc } = editor.state;
      if (doc.toString() === other) return;
      editor.dispatch({ changes: { from: 0, to: doc.length, insert: other }, selection: { anchor: 0 } });
    },
    // Underline that line, or none for 0.
    mark(number) {
      const marks = number ? Decoration.set([Decoration.line({ class: 'at-fault' }).range(line(number).from)]) : Decoration.none;
      editor.dispatch({ effects: fault.of(marks) });
    },
    // Put the caret at the start of that line's text.
    go(number) {
      const { from, text: words } = line(number), anchor = from + words.length - words.trimStart().length;
      editor.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      editor.focus();
    },
  };
}

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { getChunks, getOriginalDoc, updateOriginalDoc } from '@codemirror/merge'
import { search, searchKeymap } from '@codemirror/search'
import { type Extension, ChangeSet, Compartment, EditorState, Text } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { type ConflictElement, conflictElementsOf } from '@sluice/contract/conflict-elements'
import { codeFont, codeTheme, wordFont } from '../../../platform/code/code-theme.ts'
import { compareTexts } from '../../../platform/code/compare-texts.ts'
import { comparison } from './comparison.ts'
import { completePlacesIn, conflictBlocks, goToConflict, placesIn } from './conflict-blocks.ts'
import type { SideNames } from '../side-names.ts'

/** What the page says about an open editor. */
export interface EditorFacts {
  /** The number of conflicts in the text; a marker that stands alone counts as one. */
  conflictCount: number
  /** The complete conflicts, each with its element. */
  elements: readonly ConflictElement[]
  /** How many changes to the compared version are not accepted yet; null while nothing is compared. */
  changeCount: number | null
}

interface EditorOptions {
  parent: HTMLElement
  text: string
  names: SideNames
  label: string
  isReadOnly: boolean
  onEdit: () => void
  onFacts: (facts: EditorFacts) => void
}

interface ComparisonOptions {
  isCollapsed: boolean
  isReadOnly: boolean
  signal: AbortSignal
}

/** An editor of one text. It shows the conflicts of the text, and the changes to another version when it is told one. */
export class Editor {
  readonly view: EditorView
  readonly #language = new Compartment()
  readonly #readOnly = new Compartment()
  readonly #comparison = new Compartment()
  readonly #separator: string
  /** The byte order mark that the text came with. It stays in front of whatever is typed. */
  readonly #mark: string
  #isReadOnly: boolean
  /** What the elements were found for: finding them reads the whole text. */
  #sides: readonly unknown[] = []
  #elements: readonly ConflictElement[] = []

  constructor({ parent, text, names, label, isReadOnly, onEdit, onFacts }: EditorOptions) {
    this.#separator = lineSeparatorOf(text)
    this.#mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
    this.#isReadOnly = isReadOnly
    const extensions = [
      EditorState.lineSeparator.of(this.#separator),
      editing,
      codeTheme,
      conflictTheme,
      conflictBlocks(names),
      this.#language.of([]),
      this.#readOnly.of(readOnly(isReadOnly)),
      this.#comparison.of([]),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        onFacts(this.#factsOf(state))
        if (docChanged) onEdit()
      }),
    ]
    this.view = new EditorView({ parent, state: EditorState.create({ doc: withoutMark(text), extensions }) })
    onFacts(this.#factsOf(this.view.state))
  }

  #factsOf(state: EditorState): EditorFacts {
    const sides = completePlacesIn(state).map((place) => place.sides)
    const areSame = sides.length === this.#sides.length && sides.every((each, i) => each === this.#sides[i])
    if (!areSame) {
      this.#sides = sides
      this.#elements = conflictElementsOf([...state.doc.iterLines()])
    }
    return {
      conflictCount: placesIn(state).length,
      elements: this.#elements,
      changeCount: getChunks(state)?.chunks.length ?? null,
    }
  }

  /** The text with the line ends that it came with. */
  get text(): string {
    return this.#mark + this.view.state.sliceDoc()
  }

  setReadOnly(isReadOnly: boolean): void {
    if (isReadOnly === this.#isReadOnly) return
    this.#isReadOnly = isReadOnly
    this.view.dispatch({ effects: this.#readOnly.reconfigure(readOnly(isReadOnly)) })
  }

  setLanguage(language: Extension): void {
    this.view.dispatch({ effects: this.#language.reconfigure(language) })
  }

  /** Shows the changes to another version, and says whether that was possible in time. */
  async compareWith(other: string, options: ComparisonOptions): Promise<boolean> {
    const original = Text.of(withoutMark(other).split(this.#separator))
    for (;;) {
      const { doc } = this.view.state
      const current = doc.toString()
      const changes = await compareTexts(original.toString(), current, options.signal)
      if (changes === null || options.signal.aborted) {
        this.view.dispatch({ effects: this.#comparison.reconfigure([]) })
        return false
      }
      // Somebody has typed meanwhile.
      if (!this.view.state.doc.eq(doc)) continue
      const shown = comparison({ original, current, changes, ...options })
      this.view.dispatch({ effects: this.#comparison.reconfigure(shown) })
      return true
    }
  }

  /** From here on only later changes are shown as changes. */
  acceptAllChanges(): void {
    const { state } = this.view
    const original = getOriginalDoc(state)
    const changes = ChangeSet.of({ from: 0, to: original.length, insert: state.doc }, original.length)
    this.view.dispatch({ effects: updateOriginalDoc.of({ doc: state.doc, changes }), userEvent: 'accept' })
  }

  destroy(): void {
    this.view.destroy()
  }
}

const byteOrderMark = '\uFEFF'
const withoutMark = (text: string): string => (text.startsWith(byteOrderMark) ? text.slice(1) : text)

const editing: Extension = [
  EditorView.lineWrapping,
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  search({ top: true }),
  keymap.of([
    { key: 'F8', run: (view) => goToConflict(view, 1), shift: (view) => goToConflict(view, -1) },
    ...defaultKeymap,
    ...historyKeymap,
    ...searchKeymap,
  ]),
]

const readOnly = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of(isReadOnly ? { 'aria-readonly': 'true' } : {}),
]

/** A text keeps its line ends: where they are mixed, a carriage return counts as a character of its line. */
function lineSeparatorOf(text: string): string {
  const lineFeeds = text.split('\n').length - 1
  return lineFeeds > 0 && text.split('\r\n').length - 1 === lineFeeds ? '\r\n' : '\n'
}

/** How the blocks of conflicts and the buttons of changes look. */
const conflictTheme = EditorView.theme({
  // A margin would shift the line numbers beside the lines below.
  '.cm-conflict': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '1px',
    background: 'var(--line)',
    borderBlock: '1px solid var(--line-strong)',
  },
  '@media (max-width: 1279px)': { '.cm-conflict': { gridAutoFlow: 'row' } },
  '.cm-conflict-side': { background: 'var(--surface)', minWidth: '0' },
  '.cm-conflict-head': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px',
    alignItems: 'center',
    minHeight: '1.75rem',
    padding: '2px 4px 2px 8px',
    font: `500 0.75rem ${wordFont}`,
    background: 'var(--sunken)',
    color: 'var(--fg-2)',
  },
  '.cm-conflict-head > span': { flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-conflict pre': {
    margin: '0',
    padding: '2px 8px',
    minHeight: '1.5rem',
    maxHeight: '20rem',
    overflow: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: codeFont,
  },
  '.cm-conflict mark': {
    color: 'inherit',
    background: 'var(--surface)',
    borderRadius: '2px',
    boxShadow: 'inset 0 -2px 0 currentColor',
  },
  '.cm-conflict-local pre': { background: 'var(--blue-soft)' },
  '.cm-conflict-remote pre': { background: 'var(--violet-soft)' },
  // The package colours the buttons in a chunk white, by a more specific rule.
  '.cm-conflict .cm-conflict-use, .cm-chunkButtons button.cm-chunk-use': {
    padding: '0 6px',
    margin: '0',
    minHeight: '1.5rem',
    borderRadius: '4px',
    border: '1px solid var(--line)',
    background: 'var(--surface)',
    color: 'var(--accent-fg)',
    font: `500 0.6875rem ${wordFont}`,
  },
  '.cm-conflict .cm-conflict-use:hover, .cm-chunkButtons button.cm-chunk-use:hover': {
    background: 'var(--hover)',
  },
  '.cm-marker': { backgroundColor: 'var(--red-soft)' },
})

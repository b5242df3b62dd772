import { presentableDiff } from '@codemirror/merge'
import {
  type EditorState,
  type Extension,
  type Text,
  type Transaction,
  Facet,
  StateField,
} from '@codemirror/state'
import { type DecorationSet, Decoration, EditorView, WidgetType } from '@codemirror/view'
import { type ConflictSides, conflictLinesOf, isConflictMarker } from '@sluice/contract/conflict-places'
import { inSentence, type SideNames } from '../side-names.ts'

/** The positions of conflict markers in a text: of complete conflicts, and of single markers without the others. */
interface ConflictPlace {
  /** The start of the first line. */
  readonly from: number
  /** The end of the last line, without its line break. */
  readonly to: number
  /** Null for a marker without the others. */
  readonly sides: ConflictSides | null
}

/** All places of a text with markers, in order. */
const findConflictPlaces = (doc: Text): ConflictPlace[] =>
  conflictLinesOf(doc.iterLines()).map(({ first, last, sides }) => ({
    from: doc.line(first + 1).from,
    to: doc.line(last + 1).to,
    sides,
  }))

/** The places of the editor's text. They are searched anew only when an edit touches one or writes a marker. */
const conflictPlaces = StateField.define<readonly ConflictPlace[]>({
  create: ({ doc }) => findConflictPlaces(doc),
  update: (places, transaction) => {
    if (!transaction.docChanged) return places
    if (touchesMarkers(places, transaction)) return findConflictPlaces(transaction.newDoc)
    return places.map((place) => ({
      ...place,
      from: transaction.changes.mapPos(place.from, 1),
      to: transaction.changes.mapPos(place.to, -1),
    }))
  },
})

function touchesMarkers(places: readonly ConflictPlace[], { changes, newDoc }: Transaction): boolean {
  let isTouched = false
  changes.iterChangedRanges((...range) => {
    const [fromBefore, toBefore, from, to] = range
    if (isTouched) return
    isTouched = places.some((place) => place.from <= toBefore && place.to >= fromBefore)
    for (let line = newDoc.lineAt(from); !isTouched; line = newDoc.line(line.number + 1)) {
      isTouched = isConflictMarker(line.text)
      if (line.to >= to) break
    }
  })
  return isTouched
}

export const placesIn = (state: EditorState): readonly ConflictPlace[] => state.field(conflictPlaces)

/** The places of complete conflicts: these can be replaced by a side. */
export const completePlacesIn = (state: EditorState): readonly ConflictPlace[] =>
  placesIn(state).filter(({ sides }) => sides !== null)

type Side = 'local' | 'base' | 'remote'
type BlockNames = Readonly<Record<Side, string>>

/** What the sides are called in the blocks. */
const blockNames = Facet.define<BlockNames, BlockNames>({
  combine: ([names]) => names ?? { local: 'Local', base: 'Base', remote: 'Remote' },
})

/** More of a side is not drawn; it is used whole all the same. */
const linesShown = 400

/** A conflict as three texts beside each other, each with a button that uses it. */
class ConflictBlock extends WidgetType {
  readonly #sides: ConflictSides
  readonly #names: BlockNames
  readonly #isReadOnly: boolean

  constructor(sides: ConflictSides, state: EditorState) {
    super()
    this.#sides = sides
    this.#names = state.facet(blockNames)
    this.#isReadOnly = state.readOnly
  }

  override eq(other: ConflictBlock): boolean {
    return this.#sides === other.#sides && this.#isReadOnly === other.#isReadOnly
  }

  override get estimatedHeight(): number {
    const { local, base, remote } = this.#sides
    return 32 + 20 * Math.min(linesShown, Math.max(local.length, base?.length ?? 0, remote.length, 1))
  }

  override toDOM(view: EditorView): HTMLElement {
    const block = document.createElement('div')
    block.className = 'cm-conflict'
    block.setAttribute('role', 'group')
    block.setAttribute('aria-label', 'Conflict')
    const { local, base, remote } = this.#sides
    const replaceBy = (lines: readonly string[]) => () => replaceConflict(view, view.posAtDOM(block), lines)
    for (const [side, lines] of [
      ['local', local],
      ['base', base],
      ['remote', remote],
    ] as const) {
      if (lines === null) continue
      const part = block.appendChild(element('div', `cm-conflict-side cm-conflict-${side}`))
      const head = part.appendChild(element('div', 'cm-conflict-head'))
      head.appendChild(element('span', '')).textContent = this.#names[side]
      if (!this.#isReadOnly) head.append(...this.#buttons(side, replaceBy))
      const text = part.appendChild(textOf(`${this.#names[side]} text`))
      if (side === 'base') text.append(shownText(lines))
      else text.append(...markedText(shownText(base ?? []), shownText(lines)))
    }
    return block
  }

  #buttons(side: Side, replaceBy: (lines: readonly string[]) => () => void): HTMLElement[] {
    const { local, remote } = this.#sides
    const buttons = [button(`Use ${inSentence(this.#names[side])}`, replaceBy(this.#sides[side] ?? []))]
    if (side === 'remote') buttons.unshift(button('Use both', replaceBy([...local, ...remote])))
    return buttons
  }
}

function element(name: 'div' | 'span' | 'pre', className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}

function button(label: string, act: () => void): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'cm-conflict-use'
  made.textContent = label
  made.addEventListener('click', act)
  return made
}

function textOf(label: string): HTMLElement {
  const text = element('pre', '')
  text.tabIndex = 0
  text.setAttribute('role', 'region')
  text.setAttribute('aria-label', label)
  return text
}

function shownText(lines: readonly string[]): string {
  const left = lines.length - linesShown
  return lines.slice(0, linesShown).join('\n') + (left > 0 ? `\n… ${left} more lines` : '')
}

/** Longer texts are shown without marks, because nobody could follow them and they cost time. */
const markedCharacters = 4_000

/** The text of a side, with marks around what the base has otherwise. */
function markedText(base: string, text: string): Node[] {
  if (base === '' || base.length + text.length > markedCharacters) return [document.createTextNode(text)]
  const nodes: Node[] = []
  let at = 0
  for (const { fromB, toB } of presentableDiff(base, text)) {
    nodes.push(document.createTextNode(text.slice(at, fromB)))
    const mark = document.createElement('mark')
    mark.textContent = text.slice(fromB, toB)
    nodes.push(mark)
    at = toB
  }
  return [...nodes, document.createTextNode(text.slice(at))]
}

function replaceConflict(view: EditorView, position: number, lines: readonly string[]): void {
  const place = placesIn(view.state).find(({ from }) => from === position)
  if (!place || view.state.readOnly) return
  replacePlace(view, place, lines)
  view.focus()
}

/** Writes these lines in the place of a conflict; without lines nothing is left of it, not even an empty line. */
function replacePlace(view: EditorView, place: ConflictPlace, lines: readonly string[]): void {
  const { length } = view.state.doc
  const isLast = place.to >= length
  const from = lines.length === 0 && isLast ? Math.max(0, place.from - 1) : place.from
  const to = lines.length === 0 && !isLast ? place.to + 1 : place.to
  view.dispatch({
    changes: { from, to, insert: view.state.toText(lines.join(view.state.lineBreak)) },
    selection: { anchor: from },
    userEvent: 'conflict.use',
  })
}

/** The same for the complete conflict with this number, counted from 0; the focus stays where it is. */
export function replaceConflictNumber(view: EditorView, number: number, lines: readonly string[]): void {
  const place = completePlacesIn(view.state)[number]
  if (place !== undefined && !view.state.readOnly) replacePlace(view, place, lines)
}

/** Shows the complete conflict with this number, counted from 0, in the middle of the editor. */
export function showConflictNumber(view: EditorView, number: number): void {
  const place = completePlacesIn(view.state)[number]
  if (place !== undefined) showPlace(view, place)
}

function showPlace(view: EditorView, { from }: ConflictPlace): void {
  view.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
    userEvent: 'select.conflict',
  })
}

const decorate = (state: EditorState): DecorationSet =>
  Decoration.set(
    placesIn(state).map(({ from, to, sides }: ConflictPlace) =>
      sides === null
        ? Decoration.line({ class: 'cm-marker' }).range(from)
        : Decoration.replace({ widget: new ConflictBlock(sides, state), block: true }).range(from, to),
    ),
  )

const blocks = StateField.define<DecorationSet>({
  create: decorate,
  update: (shown, { state, startState, changes }) => {
    if (state.readOnly !== startState.readOnly) return decorate(state)
    const [now, before] = [placesIn(state), placesIn(startState)]
    if (now === before) return shown
    // Places that only moved keep their texts.
    const areSame = now.length === before.length && now.every((place, i) => place.sides === before[i]?.sides)
    return areSame ? shown.map(changes) : decorate(state)
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
})

/** Shows the conflicts of a text as blocks in which a side can be used. */
export const conflictBlocks = ({ local, remote }: SideNames): Extension => [
  blockNames.of({ local, base: 'Base', remote }),
  conflictPlaces,
  blocks,
]

/** Moves the cursor to the next or the former place that has conflict markers, from the last on to the first. */
export function goToConflict(view: EditorView, step: 1 | -1): boolean {
  const places = placesIn(view.state)
  const { head } = view.state.selection.main
  const next =
    step === 1
      ? (places.find(({ from }) => from > head) ?? places[0])
      : (places.findLast(({ to }) => to < head) ?? places.at(-1))
  if (!next) return false
  showPlace(view, next)
  view.focus()
  return true
}

import { type ConflictLines, type ConflictSides, conflictLinesOf } from './conflict-places.ts'

/** A conflict of a text with the name of the element in which it lies. */
export interface ConflictElement extends ConflictLines {
  readonly sides: ConflictSides
  /** As people call it: `fields Color__c, length`. The line where the text is no metadata. */
  readonly name: string
  /** Equal for two conflicts of one element with the same three sides; null where no element tells which place is meant. */
  readonly key: string | null
}

/** Children that tell the elements of one name apart, the most telling first. */
const keyNames = [
  'fullName',
  'field',
  'object',
  'apexClass',
  'apexPage',
  'recordType',
  'tab',
  'application',
  'flow',
  'layout',
  'customPermission',
  'name',
  'developerName',
  'masterLabel',
]

interface OpenElement {
  readonly tag: string
  key: { readonly rank: number; readonly text: string } | null
}

interface Found {
  readonly place: ConflictElement['sides']
  readonly lines: ConflictLines
  /** The elements around the conflict, from the outermost on; their keys may come later in the text. */
  readonly around: readonly OpenElement[]
}

/** The conflicts of a text, each with the element that conflicts. Markers without the others are left out. */
export function conflictElementsOf(text: readonly string[]): ConflictElement[] {
  const places = conflictLinesOf(text)
  const found: Found[] = []
  const open: OpenElement[] = []
  let next = 0
  for (let at = 0; at < text.length; at++) {
    const place = places[next]
    if (place?.first !== at) {
      readTags(text[at] ?? '', open)
      continue
    }
    next += 1
    at = place.last
    if (place.sides === null) continue
    found.push({ place: place.sides, lines: place, around: [...open] })
    // Where a side opens an element and closes it behind the conflict, the local one is as good as the other.
    for (const line of place.sides.local) readTags(line, open)
  }
  return found.map(({ place: sides, lines, around }) => elementOf({ ...lines, sides }, around))
}

function elementOf(
  lines: ConflictLines & { readonly sides: ConflictSides },
  around: readonly OpenElement[],
): ConflictElement {
  const { sides } = lines
  // The outermost element is the component itself.
  const names = [...around.slice(1).map(nameOf), contentName(sides)].filter((name) => name !== '')
  const isElement = around.length > 0 && names.length > 0
  if (!isElement) return { ...lines, name: `Line ${lines.first + 1}`, key: null }
  const name = names.join(', ')
  return { ...lines, name, key: JSON.stringify([name, sides.local, sides.base, sides.remote]) }
}

const nameOf = ({ tag, key }: OpenElement): string => (key === null ? tag : `${tag} ${key.text}`)

/** The elements that conflict as a whole: the first by its name and how many more there are. */
function contentName({ local, base, remote }: ConflictSides): string {
  const side = [local, remote, base ?? []].find((lines) => lines.length > 0) ?? []
  const open: OpenElement[] = [{ tag: '', key: null }]
  const whole: OpenElement[] = []
  for (const line of side) readTags(line, open, (element) => open.length === 1 && whole.push(element))
  const [first, ...more] = whole
  if (first === undefined) return ''
  return more.length === 0 ? nameOf(first) : `${nameOf(first)} and ${more.length} more`
}

const tags = /<(\/?)([A-Za-z_][\w.:-]*)(?:\s[^<>]*?)?(\/?)>(?:([^<]*)(?=<\/\2>))?/gu

/** Follows which elements are open; the text of a telling child becomes the key of its parent. */
function readTags(
  line: string,
  open: OpenElement[],
  closed: (element: OpenElement) => void = () => undefined,
) {
  if (!line.includes('<')) return
  for (const [, slash, tag = '', empty, text] of line.matchAll(tags)) {
    if (slash === '/') {
      if (open.length === 0) continue
      const element = open.pop()
      if (element !== undefined) closed(element)
      continue
    }
    const parent = open.at(-1)
    if (text !== undefined && parent !== undefined) noteKey(parent, tag, text)
    const element = { tag, key: null }
    if (empty === '/') closed(element)
    else open.push(element)
  }
}

function noteKey(parent: OpenElement, tag: string, text: string): void {
  const rank = keyNames.indexOf(tag)
  if (rank === -1 || (parent.key !== null && parent.key.rank <= rank)) return
  parent.key = { rank, text }
}

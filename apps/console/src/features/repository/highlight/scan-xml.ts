import type { LineScanner, Token } from './token.ts'

/** What a line can begin inside of: its tokens' kind, and what ends it. */
const enclosed: Readonly<Record<string, { kind: Token['kind']; end: string; next: string }>> = {
  comment: { kind: 'comment', end: '-->', next: '' },
  cdata: { kind: 'string', end: ']]>', next: '' },
  instruction: { kind: 'comment', end: '?>', next: '' },
  doubleQuoted: { kind: 'string', end: '"', next: 'tag' },
  singleQuoted: { kind: 'string', end: "'", next: 'tag' },
}

const openings: readonly (readonly [opening: string, state: string])[] = [
  ['<!--', 'comment'],
  ['<![CDATA[', 'cdata'],
  ['<?', 'instruction'],
]

const tagStart = /<[/!]?[^\s<>/"'=]*/y
const tagPart = /\s+|\/?>|["']|[^\s>/"']+|\//y
const text = /&[^;\s<&]*;?|[^<&]+/y

/** Metadata XML, Visualforce and other markup. */
export const scanXmlLine: LineScanner = (line, before) => {
  const tokens: Token[] = []
  let state = before
  let at = 0
  const take = (kind: Token['kind'], length: number) => {
    tokens.push({ kind, text: line.slice(at, at + length) })
    at += length
  }
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    return pattern.exec(line)?.[0] ?? line.charAt(at)
  }
  const takeEnclosed = ({ kind, end, next }: (typeof enclosed)[string]) => {
    const found = line.indexOf(end, at)
    take(kind, (found < 0 ? line.length : found + end.length) - at)
    if (found >= 0) state = next
  }
  const takeTagPart = () => {
    const part = match(tagPart)
    if (part === '"' || part === "'") state = part === '"' ? 'doubleQuoted' : 'singleQuoted'
    else if (part.endsWith('>')) state = ''
    take(part === '"' || part === "'" ? 'string' : part.endsWith('>') ? 'keyword' : 'name', part.length)
  }
  const takeText = () => {
    const opening = openings.find(([mark]) => line.startsWith(mark, at))
    if (opening) {
      state = opening[1]
      take(enclosed[state]?.kind ?? 'plain', opening[0].length)
    } else if (line[at] === '<') {
      state = 'tag'
      take('keyword', match(tagStart).length)
    } else {
      const part = match(text)
      take(part.startsWith('&') ? 'number' : 'plain', part.length)
    }
  }
  while (at < line.length) {
    const inside = enclosed[state]
    if (inside) takeEnclosed(inside)
    else if (state === 'tag') takeTagPart()
    else takeText()
  }
  return { tokens, state }
}

const code = /\.(cls|trigger|apex|js|mjs|ts|json|css|java|soql)$/i

/** Which scanner fits a file; null for plain text. */
export function scannerFor(path: string, text: string): LineScanner | null {
  if (code.test(path)) return scanCodeLine
  return /^\uFEFF?\s*</.test(text.slice(0, 200)) ? scanXmlLine : null
}

/** The tokens of all lines. Together the tokens of a line are the line. */
export function highlightLines(lines: readonly string[], scan: LineScanner | null): Token[][] {
  if (scan === null) return lines.map((text) => [{ text, kind: 'plain' }])
  let state = ''
  return lines.map((line) => {
    const scanned = scan(line, state)
    state = scanned.state
    return scanned.tokens
  })
}

/** Words of Apex, SOQL, Java and JavaScript. Apex reads them in any letter case. */
const keywords = new Set(
  `abstract after and as asc async await before boolean break bulk by case catch class const continue date datetime decimal
  default delete desc do double else enum export extends false final finally for from function get global group having if
  implements import in inner insert instanceof integer interface let like limit list long map merge new not null nulls
  object on or order override private protected public return select set sharing static string super switch testmethod
  this throw transient trigger true try undelete update upsert using var virtual void webservice when where while with
  without yield id blob time of`.split(/\s+/u),
)

// Each alternative begins with another character, and none can match in two ways: the time is that of the line's length.
const codePart =
  /\/\/.*|\/\*|'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`|@?[A-Za-z_$][\w$]*|\d[\w.]*|[^\w'"`/@$]+|./y

/** Apex, and what looks like it. */
const scanCodeLine: LineScanner = (line, before) => {
  const tokens: Token[] = []
  let state = before
  let at = 0
  const take = (kind: Token['kind'], to: number) => {
    tokens.push({ kind, text: line.slice(at, to) })
    at = to
  }
  const takeUntil = (end: string, kind: Token['kind'], from: number) => {
    const found = line.indexOf(end, from)
    if (found >= 0) state = ''
    take(kind, found < 0 ? line.length : found + end.length)
  }
  while (at < line.length) {
    if (state === 'comment') takeUntil('*/', 'comment', at)
    else if (state === 'template') takeUntil('`', 'string', at)
    else {
      codePart.lastIndex = at
      const found = codePart.exec(line)?.[0] ?? line.charAt(at)
      if (found === '/*' || found === '`') {
        state = found === '`' ? 'template' : 'comment'
        takeUntil(found === '`' ? '`' : '*/', found === '`' ? 'string' : 'comment', at + found.length)
      } else take(kindOf(found), at + found.length)
    }
  }
  return { tokens, state }
}

function kindOf(found: string): Token['kind'] {
  if (found.startsWith('//')) return 'comment'
  if (found.startsWith("'") || found.startsWith('"')) return 'string'
  if (found.startsWith('@')) return 'name'
  if (/^\d/.test(found)) return 'number'
  return keywords.has(found.toLowerCase()) ? 'keyword' : 'plain'
}

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
const scanXmlLine: LineScanner = (line, before) => {
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

/** A stretch of a line and what it is, for its colour. */
export interface Token {
  text: string
  kind: 'plain' | 'comment' | 'string' | 'keyword' | 'name' | 'number'
}

/** Reads one line from the state that the line before ended in, `''` at the beginning of a file. */
type LineScanner = (line: string, state: string) => { tokens: Token[]; state: string }

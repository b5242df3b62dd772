import type { LineScanner, Token } from './token.ts'

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
const part = /\/\/.*|\/\*|'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`|@?[A-Za-z_$][\w$]*|\d[\w.]*|[^\w'"`/@$]+|./y

/** Apex, and what looks like it. */
export const scanCodeLine: LineScanner = (line, before) => {
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
      part.lastIndex = at
      const found = part.exec(line)?.[0] ?? line.charAt(at)
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

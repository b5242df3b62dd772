import { scanCodeLine } from './scan-code.ts'
import { scanXmlLine } from './scan-xml.ts'
import type { LineScanner, Token } from './token.ts'

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

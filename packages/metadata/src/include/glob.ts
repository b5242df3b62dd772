/**
 * A pattern for one segment, taken apart at its stars. Each part is a row of single-character tests. Plain data, so that a
 * parsed pattern can be sent to another thread. Matching never backtracks: every part between stars takes the leftmost place it fits.
 */
export interface GlobPattern {
  /** The text itself when the pattern has no wildcard. */
  readonly literal: string | null
  readonly parts: readonly (readonly CharacterTest[])[]
}

/** Passes a character that is in one of the ranges, or, when negated, in none. */
interface CharacterTest {
  readonly ranges: readonly (readonly [from: string, to: string])[]
  readonly negated: boolean
}

const anyCharacter: CharacterTest = { ranges: [], negated: true }

/**
 * Prepares a pattern with `*`, `?` and `[a-c]`, `[!a-c]` for one segment: `*` never crosses a
 * slash. A bracket that never closes is an ordinary character. Never throws.
 */
export function compileGlob(pattern: string): GlobPattern {
  if (!/[*?[]/u.test(pattern)) return { literal: pattern, parts: [] }
  const parts: CharacterTest[][] = [[]]
  let at = 0
  while (at < pattern.length) {
    const character = pattern[at] ?? ''
    const close = character === '[' ? pattern.indexOf(']', at + 2) : -1
    if (character === '*') parts.push([])
    else if (character === '?') parts.at(-1)?.push(anyCharacter)
    else if (close > 0) parts.at(-1)?.push(classTest(pattern.slice(at + 1, close)))
    else parts.at(-1)?.push({ ranges: [[character, character]], negated: false })
    at = close > 0 ? close + 1 : at + 1
  }
  return { literal: null, parts }
}

function classTest(body: string): CharacterTest {
  const negated = body.startsWith('!') || body.startsWith('^')
  const list = negated ? body.slice(1) : body
  const ranges: [string, string][] = []
  for (let at = 0; at < list.length; at += 1) {
    const from = list[at] ?? ''
    const to = list[at + 2]
    if (list[at + 1] === '-' && to !== undefined) {
      ranges.push([from, to])
      at += 2
    } else ranges.push([from, from])
  }
  return { ranges, negated }
}

function passes({ ranges, negated }: CharacterTest, character: string): boolean {
  return ranges.some(([from, to]) => character >= from && character <= to) !== negated
}

/** Whether the whole text fits the pattern. Time grows with text length times pattern length at most. */
export function matchesGlob(pattern: GlobPattern, text: string): boolean {
  if (pattern.literal !== null) return pattern.literal === text
  const { parts } = pattern
  const first = parts[0] ?? []
  const last = parts.at(-1) ?? []
  if (parts.length === 1) return first.length === text.length && fits(first, text, 0)
  if (first.length + last.length > text.length || !fits(first, text, 0)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    while (at + part.length <= end && !fits(part, text, at)) at += 1
    if (at + part.length > end) return false
    at += part.length
  }
  return fits(last, text, end)
}

function fits(part: readonly CharacterTest[], text: string, at: number): boolean {
  for (let index = 0; index < part.length; index += 1) {
    const test = part[index]
    if (test !== undefined && !passes(test, text[at + index] ?? '')) return false
  }
  return true
}

import type { ConflictResolution } from './conflict.ts'
import { type ConflictElement, conflictElementsOf } from './conflict-elements.ts'

/** A file as people have settled it. */
interface SettledText {
  /** With the markers of its conflicts. */
  readonly orig: string
  /** What they made of it. */
  readonly target: string
  readonly resolvedAs: ConflictResolution
}

/** What became of each conflicting element of a settled file, by its key. */
export function resolutionsIn({ orig, target, resolvedAs }: SettledText): Map<string, readonly string[]> {
  const lines = linesOf(orig)
  const elements = conflictElementsOf(lines)
  const found =
    resolvedAs === 'Manual'
      ? writtenInstead(lines, elements, linesOf(target))
      : elements.map(({ sides }) => (resolvedAs.endsWith('Local') ? sides.local : sides.remote))
  return new Map(
    elements.flatMap(({ key }, index) => {
      const resolution = found[index]
      return key === null || resolution === undefined ? [] : [[key, resolution] as const]
    }),
  )
}

export const linesOf = (text: string): string[] => text.split(/\r?\n/u)

/**
 * What stands in the result in the place of each conflict. Nothing where the text around the conflicts was changed too: then it
 * cannot be told.
 */
function writtenInstead(
  orig: readonly string[],
  elements: readonly ConflictElement[],
  target: readonly string[],
): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  let at = 0
  let from = 0
  for (const [index, { first, last }] of elements.entries()) {
    const before = orig.slice(from, first)
    if (!startsWith(target, before, at)) return []
    at += before.length
    const isLast = index === elements.length - 1
    const behind = orig.slice(last + 1, isLast ? undefined : elements[index + 1]?.first)
    const end = isLast ? target.length - behind.length : placeOf(target, behind, at)
    if (end === null || end < at || !startsWith(target, behind, end)) return []
    found.push(target.slice(at, end))
    at = end
    from = last + 1
  }
  return found
}

const startsWith = (lines: readonly string[], part: readonly string[], at: number): boolean =>
  part.every((line, index) => lines[at + index] === line)

/** The only place from `at` on where the lines stand; null where there are several or none. */
function placeOf(lines: readonly string[], part: readonly string[], at: number): number | null {
  if (part.length === 0) return null
  let found: number | null = null
  for (let place = at; place + part.length <= lines.length; place++) {
    if (!startsWith(lines, part, place)) continue
    if (found !== null) return null
    found = place
  }
  return found
}

/** The text with each conflict replaced that was resolved before, and how many conflicts there were and are left. */
export function withResolutions(text: string, resolutions: ReadonlyMap<string, readonly string[]>) {
  const separator = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = linesOf(text)
  const elements = conflictElementsOf(lines)
  const replaced: string[] = []
  let from = 0
  let left = 0
  for (const { first, last, key } of elements) {
    const resolution = key === null ? undefined : resolutions.get(key)
    if (resolution === undefined) {
      left += 1
      continue
    }
    replaced.push(...lines.slice(from, first), ...resolution)
    from = last + 1
  }
  replaced.push(...lines.slice(from))
  return { text: replaced.join(separator), count: elements.length, left }
}

import type { Hunk } from '@sluice/contract/repository'

/** A file before and after, as far as a difference shows it. */
export interface TwoTexts {
  readonly before: string
  readonly after: string
}

/** The two texts of a difference that shows a whole file as one run. A line that ends without a line feed has none here either. */
export function textsOf(hunks: readonly Hunk[]): TwoTexts {
  const before: string[] = []
  const after: string[] = []
  let last: readonly string[][] = []
  for (const line of hunks.flatMap(({ lines }) => lines)) {
    if (line.startsWith('\\')) {
      for (const side of last) side.push((side.pop() ?? '').replace(/\n$/u, ''))
      continue
    }
    last = line.startsWith('-') ? [before] : line.startsWith('+') ? [after] : [before, after]
    for (const side of last) side.push(`${line.slice(1)}\n`)
  }
  return { before: before.join(''), after: after.join('') }
}

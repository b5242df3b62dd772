import type { Sides } from '../read/node.ts'

import { mapSides } from '../read/node.ts'

/** The names in conflict markers, and how long the markers are: 7 signs when absent. */
export interface MergeLabels {
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly markerSize?: number
}

/** Three texts between conflict markers. */
export function marked(part: Sides<string>, labels: MergeLabels): string {
  const lines = mapSides(part, (text) => [wholeLines(text)])
  return `${markedLines(lines, labels).join('')}\n`
}

/** The same of whole lines, in parts, because each may be as long as its file; without the last line end. */
export function markedLines<T>(
  { base, ours, theirs }: Sides<readonly T[]>,
  labels: MergeLabels,
): (T | string)[] {
  const marker = (sign: string): string => sign.repeat(labels.markerSize ?? 7)
  return [
    firstMarkedLine(labels),
    ...ours,
    `${marker('|')} ${labels.base}\n`,
    ...base,
    `${marker('=')}\n`,
    ...theirs,
    `${marker('>')} ${labels.theirs}`,
  ]
}

/** The line that a conflict begins with. */
export function firstMarkedLine({ ours, markerSize = 7 }: MergeLabels): string {
  return `${'<'.repeat(markerSize)} ${ours}\n`
}

function wholeLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

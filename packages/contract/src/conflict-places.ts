import { hasConflictMarkers } from './conflict-rules.ts'

/** What stands between the markers of a conflict, one entry a line. */
export interface ConflictSides {
  readonly local: readonly string[]
  /** Null where the markers show no base. */
  readonly base: readonly string[] | null
  readonly remote: readonly string[]
}

/** The lines of a text that hold a conflict, counted from 0: those of its first and its last marker. */
export interface ConflictLines {
  readonly first: number
  readonly last: number
  /** Null for a marker without the others. */
  readonly sides: ConflictSides | null
}

type Lines = { local: string[]; base: string[] | null; remote: string[] }

/** All places of a text with markers of conflicts, in order. */
export function conflictLinesOf(lines: Iterable<string>): ConflictLines[] {
  const reader = createReader()
  let number = 0
  for (const line of lines) {
    reader.read(line, number)
    number += 1
  }
  return reader.end()
}

function createReader() {
  const places: ConflictLines[] = []
  let markers: number[] = []
  let lines: Lines = { local: [], base: null, remote: [] }
  let side: keyof Lines = 'local'
  const giveUp = () => {
    for (const line of markers) places.push({ first: line, last: line, sides: null })
    markers = []
  }
  const readMarker = (kind: string | undefined, line: number) => {
    const [first] = markers
    if (kind === '<') {
      giveUp()
      markers = [line]
      lines = { local: [], base: null, remote: [] }
      side = 'local'
      return
    }
    markers.push(line)
    if (first === undefined) giveUp()
    else if (kind === '|' && side === 'local') {
      side = 'base'
      lines.base = []
    } else if (kind === '=' && side !== 'remote') side = 'remote'
    else if (kind === '>' && side === 'remote') {
      places.push({ first, last: line, sides: lines })
      markers = []
    } else giveUp()
  }
  return {
    read: (text: string, line: number) => {
      if (isConflictMarker(text)) readMarker(text[0], line)
      else if (markers.length > 0) lines[side]?.push(text)
    },
    end: () => {
      giveUp()
      return places
    },
  }
}

const markerStarts = new Set(['<', '|', '=', '>'])
/** The first letter decides nearly always, so that long files are read fast. */
export const isConflictMarker = (line: string): boolean =>
  markerStarts.has(line[0] ?? '') && hasConflictMarkers(line)

import { readFileSync } from 'node:fs'

interface Names {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

interface Versions {
  readonly base: Uint8Array | null
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
}

/** The three files; Git hands over an empty one as base where both sides added theirs. */
export function readVersions({ base, ours, theirs }: Names): Versions {
  const baseContent = readFileSync(base)
  return {
    base: baseContent.length === 0 ? null : baseContent,
    ours: readFileSync(ours),
    theirs: readFileSync(theirs),
  }
}

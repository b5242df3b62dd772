import type { MergeResult } from '../../src/merge/write/merge-result.ts'
import type { Triple } from './generated/merge-triples.ts'
import type { Tree } from './generated/tree.ts'

import { merge } from '../../src/merge/merge.ts'
import { bytes } from '../../src/testing/text.ts'
import { leavesOf } from './generated/leaves.ts'
import { write } from './generated/spelling.ts'
import { readTree } from './generated/tree.ts'

const path = 'unpackaged/any/File.xml'

/** Three versions of a file as texts. */
export interface Texts {
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
}

export function textsOf({ base, ours, theirs, spelling }: Triple): Texts {
  return {
    base: base === null ? null : write(base, spelling.base),
    ours: write(ours, spelling.ours),
    theirs: write(theirs, spelling.theirs),
  }
}

export function mergeTexts({ base, ours, theirs }: Texts, favour?: 'ours' | 'theirs'): MergeResult {
  const versions = { base: base === null ? null : bytes(base), ours: bytes(ours), theirs: bytes(theirs) }
  return merge({ path, ...versions, ...(favour === undefined ? {} : { favour }) })
}

export function textOf({ content }: MergeResult): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
}

export function treeOf(result: MergeResult): Tree {
  return readTree(textOf(result))
}

/** What a clean result says; null when a person has to decide. */
export function saidBy(result: MergeResult): Map<string, string[]> | null {
  return result.status === 'clean' ? leavesOf(treeOf(result)) : null
}

/**
 * What a merge asks people, sorted; with the sides exchanged where it was asked so. A conflict about the order shows merged
 * entries, which are spelled as ours spells them, so it is compared by what its entries hold.
 */
export function conflictsOf({ conflicts }: MergeResult, swap: boolean): string[] {
  return conflicts
    .map(({ path: at, reason, base, ours, theirs }) => {
      const [left, right] = swap ? [theirs, ours] : [ours, theirs]
      const shown = [base, left, right].map((text) => (reason === 'movedByBoth' ? entriesIn(text) : text))
      return JSON.stringify([at, reason, ...shown])
    })
    .toSorted()
}

/** The entries of a side in their order, and without the order inside of them, in which ties go to ours. */
const entriesIn = (text: string | null): string[] =>
  text === null
    ? []
    : readTree(`<entries xmlns:xsi="urn:xsi">${text}</entries>`).children.map((entry) =>
        JSON.stringify([...leavesOf(entry)].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      )

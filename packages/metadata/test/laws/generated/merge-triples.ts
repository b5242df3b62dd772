import * as fc from 'fast-check'

import type { Spelling } from './spelling.ts'
import type { Tree } from './tree.ts'
import type { Repeats } from './documents.ts'

import { documentOf, documents } from './documents.ts'
import { apply, copyOf, plansOf, wishes } from './edits.ts'
import { plainSpellings, serviceSpelling, spellings } from './spelling.ts'

/** Three versions of one document, and how each is written. */
export interface Triple {
  readonly base: Tree | null
  readonly ours: Tree
  readonly theirs: Tree
  readonly spelling: { readonly base: Spelling; readonly ours: Spelling; readonly theirs: Spelling }
}

const written = fc.oneof(
  fc.constant({ base: serviceSpelling, ours: serviceSpelling, theirs: serviceSpelling }),
  spellings.map((spelling) => ({ base: spelling, ours: spelling, theirs: spelling })),
  fc.record({ base: plainSpellings, ours: plainSpellings, theirs: plainSpellings }),
)

/** What three people could have: edits of one document that may meet, or documents that have little in common. */
export function triples(repeats: Repeats): fc.Arbitrary<Triple> {
  const editedBoth = fc.tuple(documents(repeats), wishes).map(([tree, wanted]) => {
    const base = copyOf(tree)
    const plans = plansOf(base, wanted, true)
    return { base, ours: apply(base, plans.ours), theirs: apply(base, plans.theirs) }
  })
  const unrelated = documents(repeats).chain((ours) => {
    const other = documentOf(ours.name, repeats)
    return fc.record({ base: fc.option(other, { freq: 3 }), ours: fc.constant(ours), theirs: other })
  })
  return fc
    .tuple(fc.oneof(editedBoth, unrelated), written)
    .map(([versions, spelling]) => ({ ...versions, spelling }))
}

/** Edits of one document that never meet, and the document with all of them. */
export const independentEdits: fc.Arbitrary<Triple & { readonly base: Tree; readonly both: Tree }> = fc
  .tuple(documents('never'), wishes, written)
  .map(([tree, wanted, spelling]) => {
    const base = copyOf(tree)
    const { ours, theirs } = plansOf(base, wanted)
    return {
      base,
      ours: apply(base, ours),
      theirs: apply(base, theirs),
      both: apply(base, ours, theirs),
      spelling,
    }
  })

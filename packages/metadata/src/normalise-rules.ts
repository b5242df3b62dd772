import type { XmlTape } from './xml/tape.ts'

import { canonicalBytes } from './xml/canonical.ts'

/** How files retrieved with an API version are written. */
export interface NormalisationRules {
  /** Changes whenever these rules write other bytes. */
  readonly version: string
  /** The first API version that they hold for. */
  readonly fromApiVersion: number
  /** Gives the very bytes of the tape when they are right already. */
  readonly write: (tape: XmlTape) => Uint8Array
}

/**
 * By API version, oldest first. One set holds for all of them so far: spelling is brought to the form of the service,
 * and no list is ever sorted, because the order of a file is either the service's own or somebody's (and the service
 * sorts nearly every list by itself). That order means nothing in most lists is the business of comparing files.
 */
const ruleSets: readonly [NormalisationRules, ...NormalisationRules[]] = [
  { version: '1', fromApiVersion: 0, write: canonicalBytes },
]

/** The rules for an API version such as `62.0`; those of the newest when none is given. */
export function rulesFor(apiVersion?: string): NormalisationRules {
  const number = apiVersion === undefined ? Number.POSITIVE_INFINITY : Number(apiVersion)
  return ruleSets.findLast(({ fromApiVersion }) => fromApiVersion <= number) ?? ruleSets[0]
}

/** Changes whenever the rules for any API version write other bytes: what was kept under another one is to be made anew. */
export const normalisationRulesVersion = ruleSets.map(({ version }) => version).join('.')

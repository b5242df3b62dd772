import { defaultApiVersion } from '@sluice/salesforce/connection'

/** The API version that a flow speaks: what the org supports, what our rules know, and in Baseline mode the stack's. */
export function effectiveApiVersion(o: {
  readonly mode: 'Baseline' | 'Latest'
  readonly platform: string
  readonly baseline: number | null
}): string {
  const known = Math.min(Number(o.platform), Number(defaultApiVersion))
  const effective = o.mode === 'Baseline' && o.baseline !== null ? Math.min(known, o.baseline) : known
  return effective.toFixed(1)
}

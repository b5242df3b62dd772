import { defaultApiVersion } from '@sluice/salesforce/connection'

interface ApiVersionLimits {
  readonly mode: 'Baseline' | 'Latest'
  /** The newest version of the org. */
  readonly platform: string
  /** The version of the stack. */
  readonly baseline: number | null
}

/** The API version that a flow speaks: what the org supports, what our rules know, and in Baseline mode the stack's. */
export function effectiveApiVersion({ mode, platform, baseline }: ApiVersionLimits): string {
  const known = Math.min(Number(platform), Number(defaultApiVersion))
  const effective = mode === 'Baseline' && baseline !== null ? Math.min(known, baseline) : known
  return effective.toFixed(1)
}

import { componentKey } from '@sluice/metadata/component'
import { type OverlayResult, overlayOrg } from '@sluice/metadata/undeployed-overlay'
import { XmlError } from '@sluice/metadata/xml/errors'

type Versions = Parameters<typeof overlayOrg>[0]

/**
 * Removes the conflicts about undeployed components that org and branch have changed in the same way since parity, and settles
 * these components. The content needs no change, because it already has the version of the org for each conflict.
 */
export function withAgreed(found: OverlayResult, versions: Versions, head: Uint8Array | null): OverlayResult {
  const nested = versions.nested && found.conflicts
  const agreed = settledIn({ ...versions, parity: head, nested })
  const keys = new Set(agreed.map(componentKey))
  const conflicts = found.conflicts.filter((identity) => !keys.has(componentKey(identity)))
  return { ...found, conflicts, settled: [...found.settled, ...agreed] }
}

function settledIn(versions: Versions): OverlayResult['settled'] {
  try {
    return overlayOrg(versions).settled
  } catch (error) {
    // A file that cannot be parsed, for example with committed conflict markers, cannot equal the version of the org.
    if (error instanceof XmlError) return []
    throw error
  }
}

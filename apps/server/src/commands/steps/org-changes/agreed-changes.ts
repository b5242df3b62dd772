import { componentKey } from '@sluice/metadata/component'
import { type OverlayResult, overlayOrg } from '@sluice/metadata/undeployed-overlay'
import { XmlError } from '@sluice/metadata/xml/errors'

type Versions = Parameters<typeof overlayOrg>[0]

/**
 * Org and branch do not disagree about an undeployed component that both have changed in the same way since parity. With
 * conflicts the content of the overlay holds the org's version of them, which is the right one then.
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
    // A file that cannot be read (committed conflict markers) is not what the org has.
    if (error instanceof XmlError) return []
    throw error
  }
}

import { brotliDecompressSync } from 'node:zlib'
import type { DifferenceComponent } from '@sluice/contract/difference'
import type { PredictedMerge } from '@sluice/contract/merge-preview'
import { packed, unpackedComponents, unpackedSame } from './difference-lists.ts'
import type { DifferenceRow } from './difference-store.ts'

/** A component of a preview, and how each side changed it. */
export interface PreviewedChange extends Pick<DifferenceComponent, 'componentType' | 'componentName'> {
  readonly outbound: 'Added' | 'Modified' | 'Deleted' | null
  readonly inbound: 'Added' | 'Modified' | 'Deleted' | null
  /** Whether people had to decide about it in the job, so that the job may do something else than was shown. */
  readonly isUndecided?: boolean
}

/** Everything that a preview of this difference shows, compressed. */
export function packedPreview(row: Pick<DifferenceRow, 'components' | 'sameOnBothSides'>): Buffer {
  const differing = unpackedComponents(row.components).map((one): PreviewedChange => ({
    componentType: one.componentType,
    componentName: one.componentName,
    outbound: one.outbound?.changeType ?? null,
    inbound: one.inbound?.changeType ?? null,
  }))
  return packed([...differing, ...unpackedSame(row.sameOnBothSides)])
}

/**
 * The components that a predicted flow merge deploys, compressed, and those whose conflicts people have to decide. Null when the prediction
 * says nothing about the deployment.
 */
export function packedMergePreview({ deployed, conflicts }: PredictedMerge): Buffer | null {
  if (deployed === null) return null
  const open = conflicts.flatMap(({ component, resolvedAs }) =>
    resolvedAs === null ? (component ?? []) : [],
  )
  return packed([
    ...deployed.map(({ componentType, componentName, changeType, isUndecided }): PreviewedChange => ({
      componentType,
      componentName,
      outbound: changeType,
      inbound: null,
      isUndecided,
    })),
    ...open.map((one): PreviewedChange => ({ ...one, outbound: null, inbound: null, isUndecided: true })),
  ])
}

/** What `packedPreview` or `packedMergePreview` made. */
export function unpackedPreview(content: Buffer): readonly PreviewedChange[] {
  const changes: PreviewedChange[] = JSON.parse(brotliDecompressSync(content).toString('utf8'))
  return changes
}

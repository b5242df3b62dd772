import { brotliDecompressSync } from 'node:zlib'
import type { DifferenceComponent } from '@sluice/contract/difference'
import { packed, unpackedComponents, unpackedSame } from './difference-lists.ts'
import type { DifferenceRow } from './difference-store.ts'

/** A component of a preview, and how each side changed it. */
export interface PreviewedChange extends Pick<DifferenceComponent, 'componentType' | 'componentName'> {
  readonly outbound: 'Added' | 'Modified' | 'Deleted' | null
  readonly inbound: 'Added' | 'Modified' | 'Deleted' | null
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

/** What `packedPreview` made. */
export function unpackedPreview(content: Buffer): readonly PreviewedChange[] {
  const changes: PreviewedChange[] = JSON.parse(brotliDecompressSync(content).toString('utf8'))
  return changes
}

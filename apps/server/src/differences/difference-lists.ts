import { brotliDecompressSync } from 'node:zlib'
import type { DifferenceComponent } from '@sluice/contract/difference'

/** A component of the list with what the screens do not see. */
export interface ListedComponent extends DifferenceComponent {
  /** Its files on each side, below the metadata directory. */
  readonly paths: readonly string[]
}

/** A list of components as it is kept: JSON, compressed. */
export function unpackedComponents(content: Buffer | null): readonly ListedComponent[] {
  if (content === null) return []
  const list: ListedComponent[] = JSON.parse(brotliDecompressSync(content).toString('utf8'))
  return list
}

/** The bytes of a file as they are kept. */
export const unpackedFile = (content: Buffer): Buffer => brotliDecompressSync(content)

/** The component as the API shows it. */
export function withoutPaths(component: ListedComponent): DifferenceComponent {
  const { paths: _, ...shown } = component
  return shown
}

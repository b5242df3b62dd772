import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { DifferenceComponent, SameComponent } from '@sluice/contract/difference'

/** A component of the list with what the screens do not see. */
export interface ListedComponent extends DifferenceComponent {
  /** Its files on each side, below the metadata directory. */
  readonly paths: readonly string[]
}

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** What `unpacked` reads again: JSON, compressed. */
export function packed(value: unknown): Buffer {
  return brotliCompressSync(JSON.stringify(value), fast)
}

/** A list of components as `packed` wrote it. */
export function unpackedComponents(content: Buffer | null): readonly ListedComponent[] {
  if (content === null) return []
  const list: ListedComponent[] = JSON.parse(brotliDecompressSync(content).toString('utf8'))
  return list
}

/** What `packed` wrote of the components that both sides changed in the same way. */
export function unpackedSame(content: Buffer | null): readonly SameComponent[] {
  if (content === null) return []
  const list: SameComponent[] = JSON.parse(brotliDecompressSync(content).toString('utf8'))
  return list
}

/** The bytes of one file as they are kept. */
export const packedFile = (content: Uint8Array): Buffer => brotliCompressSync(content, fast)

/** What `packedFile` made. */
export const unpackedFile = (content: Buffer): Buffer => brotliDecompressSync(content)

/** The component as the API shows it. */
export function withoutPaths(component: ListedComponent): DifferenceComponent {
  const { paths: _, ...shown } = component
  return shown
}

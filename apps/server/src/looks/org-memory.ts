import { brotliDecompressSync } from 'node:zlib'
import { packed } from '../differences/difference-lists.ts'
import type { Changer } from './difference-tasks.ts'

/** What the last look at an org leaves for the next one. */
export interface OrgMemory {
  readonly orgId: string
  /** Everything that decides what a look asks for; another one begins anew. */
  readonly rules: string
  /** The newest change of the change log that was looked at; null where the org keeps none. */
  readonly revision: number | null
  /** What the list says of each component, by type and name, as they are listed; empty if the next look must retrieve the component again. */
  readonly stamps: Readonly<Record<string, string>>
  /** Keys of the components that no list shows and of which is known whether they are there. */
  readonly unlisted: readonly string[]
  /** Who changed what in the org, by the key of the component. */
  readonly changers: Readonly<Record<string, Changer>>
}

/** Null where nobody has looked yet. */
export function readMemory(content: Buffer | null): OrgMemory | null {
  if (content === null) return null
  const memory: OrgMemory = JSON.parse(brotliDecompressSync(content).toString('utf8'))
  return memory
}

export const writeMemory = (memory: OrgMemory): Buffer => packed(memory)

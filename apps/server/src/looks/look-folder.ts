import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { isGone, machineName } from '../platform/machine.ts'

const machine = createHash('sha256').update(machineName()).digest('hex').slice(0, 12)

/** Makes a folder for what one look retrieves. Its name says which process of which machine works in it. */
export async function makeLookFolder(work: string): Promise<string> {
  return await mkdtemp(join(work, `look-${machine}-${process.pid}-`))
}

/** Whether a folder of this name belongs to a look. */
export const isLookFolder = (name: string): boolean => name.startsWith('look-')

/** Whether the process is gone that made a folder of this name on this machine; false where that cannot be told. */
export function isLeft(name: string, changedMs: number): boolean {
  const [, of, id = ''] = /^look-([0-9a-f]{12})-(\d+)-/.exec(name) ?? []
  if (of !== machine) return false
  const processId = Number(id)
  // An earlier process of a container may have had the id that this one has.
  if (processId === process.pid) return changedMs < Date.now() - process.uptime() * 1_000 - 1_000
  return isGone(processId)
}

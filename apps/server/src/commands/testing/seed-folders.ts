import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../../../../', import.meta.url))
const archive = join(checkout, '../shared/data/seeds.tar.zst')

/** Whether real metadata lies beside the checkout. */
export const hasSeeds = existsSync(archive)

/** The folders of real metadata, one for each repository that it was taken from; unpacked once into the ignored cache. */
export function seedFolders(): { name: string; path: string }[] {
  const folder = join(checkout, '.cache/data/seeds')
  if (!existsSync(folder)) {
    mkdirSync(`${folder}.part`, { recursive: true })
    execFileSync('tar', ['--zstd', '-xf', archive, '-C', `${folder}.part`])
    renameSync(`${folder}.part`, folder)
  }
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'LICENSES')
    .map(({ name }) => ({ name, path: join(folder, name) }))
}

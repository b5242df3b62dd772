import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../../../', import.meta.url))
const shared = join(checkout, '..', 'shared')

/** Whether the real metadata lies beside the checkout. */
export const hasRealData = existsSync(join(shared, 'data/seeds.tar.zst'))

/** Says why a test does not run. */
export const noRealData = 'there is no ../shared/data beside the checkout'

/** Unpacks an archive of the real data once into the ignored cache, and gives the folder. */
export function realData(archive: 'seeds' | 'merges'): string {
  const folder = join(checkout, '.cache/data', archive)
  if (!existsSync(folder)) {
    mkdirSync(`${folder}.part`, { recursive: true })
    execFileSync('tar', ['--zstd', '-xf', join(shared, `data/${archive}.tar.zst`), '-C', `${folder}.part`])
    execFileSync('mv', [`${folder}.part`, folder])
  }
  return folder
}

/** Every file below a folder, relative to it, in a fixed order. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Every way to read a path as one below a package directory, the longest first. */
export function belowPackage(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(0, -1).map((_, at) => `unpackaged/${parts.slice(at).join('/')}`)
}

/** Every metadata file of the seed repositories. */
export function corpusPaths(): string[] {
  return filesBelow(realData('seeds')).filter((path) => path.includes('/') && !path.startsWith('LICENSES/'))
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../e2e/start-product.ts'

/** A file of public metadata; `path` is relative to the folder of all sets. */
export interface RealFile {
  readonly path: string
  readonly content: Buffer
}

const archives = join(root, '../shared/data')

/** Unpacks one of the archives of public metadata once into the ignored cache; null where it does not lie beside the checkout. */
export function dataFolder(name: 'seeds' | 'merges'): string | null {
  const folder = join(root, '.cache/data', name)
  if (existsSync(folder)) return folder
  const archive = join(archives, `${name}.tar.zst`)
  if (!existsSync(archive)) return null
  const part = `${folder}.part`
  mkdirSync(part, { recursive: true })
  execFileSync('tar', ['--zstd', '-xf', archive, '-C', part])
  renameSync(part, folder)
  return folder
}

/** The XML files of all sets up to a sum of bytes, spread over the sets. */
export function smallXmlFiles(maxBytes: number): RealFile[] {
  const folder = dataFolder('seeds')
  if (folder === null) return []
  const files = filesBelow(folder).filter((path) => path.endsWith('.xml'))
  // Neighbours are alike: every set gives a share of the wanted bytes.
  const total = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  const step = Math.max(1, total / maxBytes)
  const picked = Array.from(
    { length: Math.floor(files.length / step) },
    (_, at) => files[Math.floor(at * step)] ?? '',
  )
  return picked.map((path) => ({ path, content: readFileSync(join(folder, path)) }))
}

/** The largest files of the merges. */
export function largeXmlFiles(count: number): RealFile[] {
  const data = dataFolder('merges')
  if (data === null) return []
  const folder = join(data, 'blobs')
  return readdirSync(folder)
    .map((path) => ({ path, size: statSync(join(folder, path)).size }))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, count)
    .map(({ path }) => ({ path, content: readFileSync(join(folder, path)) }))
}

/** Every file below a folder, relative to it, in a fixed order. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { openArchive } from '../deploy/archive.ts'

/** Files of a seed, wherever they lie. Paths are relative with forward slashes. */
export interface SeedFiles {
  paths: string[]
  read: (path: string) => Promise<Buffer>
  close: () => void
}

const ignored = new Set(['.git', 'node_modules', '__tests__', '.sfdx', '.sf'])

/**
 * Opens a folder or a zip file; the caller closes it. Throws ArchiveError for a bad zip and
 * ENOENT for a path that is not there.
 */
export async function openSeedFiles(from: string): Promise<SeedFiles> {
  if (!statSync(from).isDirectory()) return openArchive(from)
  const paths: string[] = []
  await collect(from, from, paths)
  return { paths: paths.toSorted(), read: (path) => readFile(join(from, path)), close: () => undefined }
}

async function collect(root: string, folder: string, paths: string[]): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue
    const full = join(folder, entry.name)
    if (entry.isDirectory()) await collect(root, full, paths)
    else if (entry.isFile()) paths.push(relative(root, full).split(sep).join('/'))
  }
}

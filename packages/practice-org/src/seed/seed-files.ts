import { readdirSync, readFileSync, statSync } from 'node:fs'
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
  collect(from, from, paths)
  // Small files, one at a time: the way through the thread pool costs several times the reading.
  const read = async (path: string): Promise<Buffer> => readFileSync(join(from, path))
  return { paths: paths.toSorted(), read, close: () => undefined }
}

function collect(root: string, folder: string, paths: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue
    const full = join(folder, entry.name)
    if (entry.isDirectory()) collect(root, full, paths)
    else if (entry.isFile()) paths.push(relative(root, full).split(sep).join('/'))
  }
}

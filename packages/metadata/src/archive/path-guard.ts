import { ArchiveError } from './errors.ts'

const maxSegmentBytes = 255
const maxPathBytes = 1024

/**
 * Refuses names that could leave the folder, hide in `.git`, or mean different files on
 * different systems. Lengths are those that common file systems take. Raises `ArchiveError`
 * with code `unsafePath`.
 */
export function checkEntryPath(path: string, byteLength: number): void {
  const refuse = (reason: string): never => {
    throw new ArchiveError('unsafePath', reason, path.slice(0, 200))
  }
  if (path === '' || byteLength > maxPathBytes) refuse('An entry has no name or a name that is too long')
  if (path.includes('\0') || path.includes('\\'))
    refuse('An entry name holds a character that paths must not have')
  if (path.startsWith('/') || /^[A-Za-z]:/u.test(path)) refuse('An entry name is absolute')
  const segments = (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  for (const segment of segments) {
    if (segment === '' || segment === '.' || segment === '..') refuse('An entry name leaves its folder')
    if (/^(?:\.git|git~\d+)[. ]*$/iu.test(segment)) refuse('An entry name reaches into a Git folder')
    if (segment.length > maxSegmentBytes) refuse('A part of an entry name is too long')
  }
}

/**
 * Refuses two entries that are one file on the least exact disk (case, Unicode form), and a file that
 * another entry uses as a folder. Raises `ArchiveError` with code `unsafePath`.
 */
export function checkClashes(entries: readonly { readonly path: string }[]): void {
  const files = new Set<string>()
  for (const { path } of entries) {
    const folded = path.normalize('NFC').toLowerCase()
    if (files.has(folded)) throw new ArchiveError('unsafePath', 'Two entries have the same name', path)
    files.add(folded)
  }
  // Most files share their folder with the one before.
  let checked = ''
  for (const path of files) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    if (folder === checked) continue
    checked = folder
    for (let slash = folder.indexOf('/'); slash >= 0; slash = folder.indexOf('/', slash + 1)) {
      if (files.has(folder.slice(0, slash)))
        throw new ArchiveError('unsafePath', 'An entry is a file and a folder at once', path)
    }
  }
}

import { GitError } from './errors.ts'

/** Names that Git, Windows or macOS would take for the `.git` folder. */
const gitFolder = /^(\.git|git~\d+|\.git[ .:].*)$/i
// Characters that HFS+ ignores when it compares names.
const ignoredByMac = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Letters, digits, dots, blanks and hyphens, no part with a dot in front: nearly every path of metadata. */
const plainPath = /^(?:\w[\w .-]*\/)*\w[\w .-]*$/u

/**
 * Returns a path unchanged that may stand in a tree: relative, no empty, `.`, `..` or `.git`-like part, no NUL.
 * Raises `unsafeRepository` otherwise, because such an entry would escape or take over a checkout.
 */
export function safeTreePath(path: string): string {
  if (plainPath.test(path)) return path
  const parts = path.split('/')
  const bad = parts.some(
    (part) =>
      part === '' || part === '.' || part === '..' || gitFolder.test(part.replaceAll(ignoredByMac, '')),
  )
  if (bad || path.includes('\0') || /\p{Cs}/u.test(path)) {
    throw new GitError(
      'unsafeRepository',
      `The path ${JSON.stringify(path.slice(0, 200))} may not stand in a repository.`,
    )
  }
  return path
}

/** Modes of regular files; symbolic links (120000) and submodules (160000) are never written nor followed. */
export type FileMode = '100644' | '100755'

/** Raises `unsafeRepository` for an entry that is not a regular file. 100664 stands in very old repositories. */
export function refuseOddMode(mode: string, path: string): void {
  if (mode === '100644' || mode === '100755' || mode === '100664') return
  const kind =
    mode === '120000' ? 'a symbolic link' : mode === '160000' ? 'a submodule' : `an entry of mode ${mode}`
  throw new GitError(
    'unsafeRepository',
    `${JSON.stringify(path.slice(0, 200))} is ${kind}; only files are supported.`,
  )
}

import { GitError } from './errors.ts'

/** The hash that stands for "no object" in Git's protocols. */
export const zeroHash = '0'.repeat(40)

/** Git knows the empty tree without storing it. */
export const emptyTreeHash = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** Returns a full hash unchanged; raises `invalidRef` for anything else, so that it can never be read as an option. */
export function fullHash(hash: string): string {
  if (!/^[0-9a-f]{40}$/.test(hash)) throw new GitError('invalidRef', 'A full object hash was expected.')
  return hash
}

/**
 * Returns a revision that is safe to hand to Git after `--end-of-options`: a full hash, or a full ref name that
 * begins with `refs/`, or `HEAD`, each with an optional `^{tree}` or `^{commit}`. Raises `invalidRef` otherwise.
 */
export function safeRevision(revision: string): string {
  const name = revision.replace(/\^\{(tree|commit)\}$/, '')
  if (/^[0-9a-f]{40}$/.test(name) || name === 'HEAD' || refProblem(name) === null) return revision
  throw new GitError('invalidRef', 'A full hash or a full ref name was expected.')
}

/** Returns a full ref name unchanged; raises `invalidRef` for a name that Git or we would refuse. */
export function fullRef(ref: string): string {
  const problem = refProblem(ref)
  if (problem !== null) throw new GitError('invalidRef', `The ref name ${problem}.`)
  return ref
}

/** The rules of git-check-ref-format(1), for a full name. Returns what is wrong with it, or null. */
export function refProblem(ref: string): string | null {
  if (!ref.startsWith('refs/')) return 'does not begin with refs/'
  if (Buffer.byteLength(ref) > 244) return 'is too long'
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
  if (/[\u0000-\u0020\u007f~^:?*[\\]/.test(ref)) return 'holds a character that Git does not allow'
  if (/\p{Cs}/u.test(ref)) return 'is not valid Unicode'
  if (ref.includes('..') || ref.includes('@{')) return 'holds .. or @{'
  if (ref.endsWith('/') || ref.endsWith('.') || ref.includes('//')) return 'ends with / or . or holds //'
  if (ref.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock')))
    return 'has a part that begins with . or ends with .lock'
  return null
}

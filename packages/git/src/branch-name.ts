import { refProblem } from './object-names.ts'

/**
 * Checks a short branch name: git-check-ref-format(1) `--branch`, and stricter where a name could be read as an
 * option, a forced refspec or another ref. Returns what is wrong with it, as the end of a sentence, or null.
 */
export function checkBranchName(name: string): string | null {
  if (name === '') return 'is empty'
  if (name === 'HEAD' || name === '@') return 'is reserved by Git'
  if (/^[-+@]/.test(name)) return 'begins with -, + or @'
  if (name.startsWith('refs/')) return 'begins with refs/'
  if (/^[0-9a-f]{40}$/.test(name)) return 'looks like a commit hash'
  return refProblem(branchRef(name))
}

/** The full ref name of a short branch name; check the name first. */
export function branchRef(name: string): string {
  return `refs/heads/${name}`
}

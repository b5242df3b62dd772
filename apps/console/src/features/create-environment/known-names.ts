import type { Environment } from '@sluice/contract/environment'

/** What there is already, against which names are checked. */
export interface KnownNames {
  readonly environments: readonly Environment[]
  /** Null while they are not known. */
  readonly branches: readonly string[] | null
  readonly sandboxes: readonly string[] | null
}

/** Whether an entered name is one that is in use. Case and the spaces around it make no difference. */
export const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.trim().toLowerCase()

/** Whether the branch is in the repository; null while that is not known. */
export const branchExists = ({ branches }: KnownNames, name: string): boolean | null =>
  branches && branches.includes(name.trim())

/** Whether the production org has the sandbox; null while that is not known. */
export const sandboxExists = ({ sandboxes }: KnownNames, name: string): boolean | null =>
  sandboxes && sandboxes.some((known) => isSame(known, name))

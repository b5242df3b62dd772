import type { PushCommand } from '@sluice/git/push-commands'
import type { GitCaller } from './git-caller.ts'

/** A branch of an environment: what is pushed there is what the next flow out deploys. It is never rewound (decision 13). */
export interface EnvironmentBranch {
  readonly ref: string
  readonly createdByUserId: string | null
}

/** Every caller may read; a Reader and a read-only credential may do no more. */
export function mayPush(caller: GitCaller): boolean {
  if (caller.isReadOnly) return false
  return caller.kind !== 'member' || (caller.accessLevel !== null && caller.accessLevel !== 'Reader')
}

/**
 * Why the push is refused as a whole, as a sentence for the person at the terminal, or null. An Operator may change
 * the branches of environments that he made, as he may flow only into those.
 */
export function pushRefusal(
  caller: GitCaller,
  commands: readonly PushCommand[],
  branches: readonly EnvironmentBranch[],
): string | null {
  const foreign = commands.find(({ ref }) => !/^refs\/(heads|tags)\/./.test(ref))
  if (foreign !== undefined) return 'Only branches and tags can be pushed.'
  if (caller.accessLevel !== 'Operator') return null
  const others = branches.filter((branch) => branch.createdByUserId !== caller.userId)
  const refused = commands.find(({ ref }) => others.some((branch) => branch.ref === ref))
  if (refused === undefined) return null
  return 'An Operator can push to the branches of environments created by somebody else only through a flow.'
}

/**
 * Whether the push may neither rewind nor delete: when it touches the branch of an environment, except that a job may delete
 * such a branch, because a job deletes the environment afterwards.
 */
export function isProtected(
  caller: Pick<GitCaller, 'kind'>,
  commands: readonly PushCommand[],
  branches: readonly EnvironmentBranch[],
): boolean {
  return commands.some(({ ref, newHash }) => {
    const isDeletionByJob = caller.kind === 'job' && newHash === null
    return !isDeletionByJob && branches.some((branch) => branch.ref === ref)
  })
}

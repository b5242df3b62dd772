import type { EnvironmentDifference } from '@sluice/contract/difference'
import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import type { Stack } from '@sluice/contract/stack'

export type StepName = 'clone' | 'changeSetup' | 'flowIn' | 'flowOut' | 'invite'

export interface GetStartedStep {
  readonly name: StepName
  readonly isDone: boolean
}

interface GetStartedFacts {
  readonly stack: Pick<Stack, 'managedRepositoryHost' | 'repositoryFirstReadUtc'>
  /** Of the environments of the stack. */
  readonly snapshots: readonly EnvironmentSnapshot[]
  readonly differences: readonly Pick<EnvironmentDifference, 'changedInOrg'>[]
  readonly memberCount: number
  readonly invitationCount: number
}

/** What a team does once to know the product, each decided by what has happened. */
export function getStartedSteps(facts: GetStartedFacts): GetStartedStep[] {
  const { stack, snapshots, differences, memberCount, invitationCount } = facts
  const hasFlowedIn = hasMoved(snapshots, 'Flow in')
  const steps: GetStartedStep[] = [
    {
      name: 'changeSetup',
      isDone: hasFlowedIn || differences.some(({ changedInOrg }) => (changedInOrg ?? 0) > 0),
    },
    { name: 'flowIn', isDone: hasFlowedIn },
    { name: 'flowOut', isDone: hasMoved(snapshots, 'Flow out') },
    { name: 'invite', isDone: memberCount > 1 || invitationCount > 0 },
  ]
  // Only the built-in host knows who reads its repositories.
  if (stack.managedRepositoryHost !== 'BuiltIn') return steps
  return [{ name: 'clone', isDone: stack.repositoryFirstReadUtc !== null }, ...steps]
}

/** Whether a job of this kind has left an environment at another commit than it found it at. */
function hasMoved(snapshots: readonly EnvironmentSnapshot[], kind: 'Flow in' | 'Flow out'): boolean {
  const commits = new Map(snapshots.map((one) => [keyOf(one, one.number), one]))
  return snapshots.some((one) => {
    const before = commits.get(keyOf(one, one.number - 1))
    return (
      one.title.startsWith(`${kind} #`) &&
      before !== undefined &&
      before.environmentLatestKnownParityCommitHash !== one.environmentLatestKnownParityCommitHash
    )
  })
}

const keyOf = ({ environmentId }: EnvironmentSnapshot, number: number) => `${environmentId} ${number}`

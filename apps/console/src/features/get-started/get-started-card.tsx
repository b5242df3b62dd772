import type { EnvironmentDifference } from '@sluice/contract/difference'
import type { EnvironmentSnapshot } from '@sluice/contract/environment-snapshot'
import type { Stack } from '@sluice/contract/stack'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'

const words: Record<StepName, { readonly title: string; readonly hint: string }> = {
  clone: {
    title: 'Clone the repository',
    hint: 'With your e-mail address and your password. The metadata of your org is in it.',
  },
  changeSetup: {
    title: 'Change something in Setup',
    hint: 'For example a validation rule. The difference of the environment shows it.',
  },
  flowIn: { title: 'Flow it in', hint: 'That commits the change to the branch, in the name of its author.' },
  flowOut: {
    title: 'Flow a change out',
    hint: 'Change a class in your clone, push it, and deploy it to the org of its environment.',
  },
  invite: { title: 'Invite somebody', hint: 'Everybody signs in with an account of their own.' },
}

/** On the stack until every step is done, or a person puts it away. */
export function GetStartedCard() {
  const stack = useStack()
  const steps = useSteps()
  const [, setHidden] = useState<string | null>(null)
  const isDone = steps.every((step) => step.isDone)
  if (!stack.isInitialized || isDone || hiddenStacks.has(stack.id)) return null
  const done = steps.filter((step) => step.isDone).length
  const hide = () => {
    hiddenStacks.add(stack.id)
    setHidden(stack.id)
  }
  return (
    <Card
      className="mb-3"
      title="Get started"
      actions={
        <>
          <span className="text-12 text-fg-2 tabular-nums">{`${done} of ${steps.length} done`}</span>
          <Button size="sm" intent="quiet" onClick={hide}>
            Hide
          </Button>
        </>
      }
    >
      <ol aria-label="Get started" className="grid gap-x-6 px-4 py-2 lg:grid-cols-2">
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
    </Card>
  )
}

function StepRow({ step: { name, isDone } }: { step: GetStartedStep }) {
  const { title, hint } = words[name]
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex gap-2.5 py-1.5">
      <Icon
        aria-hidden
        className={cn('mt-0.5 size-4 shrink-0', isDone ? 'text-green-solid' : 'text-fg-3')}
        strokeWidth={2.25}
      />
      <div className="min-w-0">
        <p className={cn('font-medium', isDone && 'text-fg-2')}>
          {title}
          {isDone ? <span className="sr-only"> (done)</span> : null}
        </p>
        {isDone ? null : (
          <p className="text-12 text-fg-2">
            {hint} <StepLink name={name} />
          </p>
        )}
      </div>
    </li>
  )
}

function StepLink({ name }: { name: StepName }) {
  const params = useStackParams()
  if (name === 'clone')
    return (
      <Link to={`${stackPath}/repository`} params={params} className={linkClasses}>
        Show its address
      </Link>
    )
  if (name === 'invite')
    return (
      <Link to="/workspaces/$workspaceSlug/invitations" params={params} className={linkClasses}>
        Open the invitations
      </Link>
    )
  return null
}

const count = (rows: ReadonlyMap<string, unknown>) => rows.size

function useSteps(): readonly GetStartedStep[] {
  const stack = useStack()
  const environments = useStackEnvironments()
  const isOfStack = useCallback(
    (environmentId: string) => environments.some(({ id }) => id === environmentId),
    [environments],
  )
  const selectOfStack = useCallback(
    <T extends { environmentId: string }>(rows: ReadonlyMap<string, T>) =>
      [...rows.values()].filter(({ environmentId }) => isOfStack(environmentId)),
    [isOfStack],
  )
  return getStartedSteps({
    stack,
    snapshots: useDerived(entities.environmentSnapshots, selectOfStack),
    differences: useDerived(entities.differences, selectOfStack),
    memberCount: useDerived(entities.members, count),
    invitationCount: useDerived(entities.invitations, count),
  })
}

type StepName = 'clone' | 'changeSetup' | 'flowIn' | 'flowOut' | 'invite'

interface GetStartedStep {
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
function getStartedSteps(facts: GetStartedFacts): GetStartedStep[] {
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

const hiddenKey = (stackId: string) => `sluice.getStarted.${stackId}`

/** The stacks on which a person has put the card away, kept in this browser. */
const hiddenStacks = {
  has: (stackId: string): boolean => localStorage.getItem(hiddenKey(stackId)) !== null,
  add: (stackId: string): void => localStorage.setItem(hiddenKey(stackId), 'hidden'),
}

import type { OnboardingResponse } from '@sluice/contract/onboarding'
import type { Schedule } from '@sluice/contract/schedule'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { entities } from '../../entities.ts'
import type { Access } from '../../platform/api/access.ts'
import { useConfig } from '../../platform/config.tsx'
import { useDerived } from '../../platform/entities/use-entity.ts'
import type { Network } from '../../platform/network.ts'
import { buttonClasses } from '../../platform/ui/button.tsx'
import type { Property } from '../../platform/ui/card.tsx'
import { CopyButton } from '../../platform/ui/copy-text.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from '../auth/auth-frame.tsx'
import { Hub } from '../workspaces/hub.ts'
import { type FirstFlowIn, FirstFlowInState, useFirstFlowIn } from './first-flow-in-state.tsx'
import { OnboardingActions } from './onboarding-actions.tsx'
import { OnboardingSteps } from './onboarding-steps.tsx'

/** What the server has made. */
export interface StartedOnboarding {
  readonly result: OnboardingResponse
  /** Null when the list of workspaces does not have it. */
  readonly workspaceId: string | null
  readonly wantsSandboxes: boolean
}

interface OnboardingSummaryProps {
  started: StartedOnboarding
  line: { readonly access: Access; readonly network: Network }
}

const titles: Record<FirstFlowIn['kind'], string> = {
  none: "You're all set",
  refused: 'The first flow in was not started',
  running: 'Your first flow in',
  done: "You're all set",
  failed: 'The first flow in failed',
}

/** The last step: what was made, and the first flow in while it happens. */
export function OnboardingSummary({ started, line }: OnboardingSummaryProps) {
  const { result, workspaceId, wantsSandboxes } = started
  usePushedState(workspaceId, line)
  const firstFlowIn = useFirstFlowIn(result)
  const isOver = firstFlowIn.kind === 'none' || firstFlowIn.kind === 'done'
  return (
    <AuthFrame
      title={titles[firstFlowIn.kind]}
      steps={<OnboardingSteps current={isOver ? 3 : 2} />}
      actions={<OnboardingActions />}
    >
      <FirstFlowInState firstFlowIn={firstFlowIn} result={result} wantsSandboxes={wantsSandboxes} />
      <Made result={result} />
      <NewSchedules result={result} />
      <StartExploring result={result} isPrimary={isOver}>
        Start exploring
      </StartExploring>
    </AuthFrame>
  )
}

/** Follows the new workspace, as its pages do. */
function usePushedState(workspaceId: string | null, line: OnboardingSummaryProps['line']) {
  const { apiBaseAddress: baseAddress } = useConfig()
  const [hub] = useState(() => new Hub({ ...line, entities, baseAddress }))
  useEffect(() => {
    if (workspaceId === null) return undefined
    hub.open(workspaceId)
    return () => hub.close()
  }, [hub, workspaceId])
}

function Made({ result: { workspace, stack } }: { result: OnboardingResponse }) {
  const rows: Property[] = [{ label: 'Workspace', value: workspace.name }]
  if (stack) {
    rows.push({ label: 'Stack', value: stack.name })
    // GitHub makes it when the job begins.
    if (stack.gitRepositoryUrl !== '')
      rows.push({
        label: 'Git repository',
        value: (
          <span className="text-12 flex items-center gap-1 font-mono font-normal">
            <span className="min-w-0 wrap-anywhere">{stack.gitRepositoryUrl}</span>
            <CopyButton text={stack.gitRepositoryUrl} label="repository URL" />
          </span>
        ),
      })
  }
  return (
    <dl className="border-line flex flex-col gap-3 rounded-lg border p-4">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-12 text-fg-2">{label}</dt>
          <dd className="font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The schedules that the stack begins with: what happens by itself is said where it is made. */
function NewSchedules({ result: { workspace, stack } }: { result: OnboardingResponse }) {
  const schedules = useDerived(entities.schedules, enabledSchedules)
  if (stack === null || schedules.length === 0) return null
  return (
    <p className="text-fg-2">
      {`Switched on already: ${schedules.map(({ name, recurrence }) => `${name} (${recurrence}, in UTC)`).join(', ')}. `}
      <Link
        to="/workspaces/$workspaceSlug/stacks/$stackSlug/schedules"
        params={{ workspaceSlug: workspace.slug, stackSlug: stack.slug }}
        className={linkClasses}
      >
        Schedules
      </Link>
    </p>
  )
}

const enabledSchedules = (rows: ReadonlyMap<string, Schedule>) =>
  [...rows.values()].filter(({ isEnabled }) => isEnabled)

interface StartExploringProps {
  result: OnboardingResponse
  isPrimary: boolean
  children: ReactNode
}

function StartExploring({ result: { workspace, stack }, isPrimary, children }: StartExploringProps) {
  const className = buttonClasses({ intent: isPrimary ? 'primary' : 'neutral', size: 'lg' })
  const workspaceSlug = workspace.slug
  return stack ? (
    <Link
      to="/workspaces/$workspaceSlug/stacks/$stackSlug/jobs"
      params={{ workspaceSlug, stackSlug: stack.slug }}
      className={className}
    >
      {children}
    </Link>
  ) : (
    <Link to="/workspaces/$workspaceSlug" params={{ workspaceSlug }} className={className}>
      {children}
    </Link>
  )
}

import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatus, isUnfinished } from '@sluice/contract/job-rules'
import type { OnboardingResponse } from '@sluice/contract/onboarding'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { Elapsed } from '../../platform/format/timestamp.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { StatusText } from '../../platform/ui/status.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'

interface FirstFlowInStateProps {
  firstFlowIn: FirstFlowIn
  result: OnboardingResponse
  wantsSandboxes: boolean
}

/** What the first flow in does, or how it ended, with one link to its job. */
export function FirstFlowInState({ firstFlowIn, result, wantsSandboxes }: FirstFlowInStateProps) {
  if (firstFlowIn.kind === 'none') return null
  if (firstFlowIn.kind === 'refused')
    return (
      <Notice kind="warning" title="The stack is not initialized yet">
        <p className="text-fg-2">Its page says why, and initializes it when nothing is in the way.</p>
      </Notice>
    )
  const { kind, job, jobId } = firstFlowIn
  return (
    <>
      <p className="text-fg-2 -mt-3">{sentences[kind]}</p>
      <div className="border-line flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-lg border px-4 py-2">
        <span className="flex items-center gap-3">
          <StatusText status={job ? displayStatus(job) : 'Pending'} />
          {job?.startedUtc && kind === 'running' ? <Elapsed since={job.startedUtc} /> : null}
        </span>
        <JobLink result={result} jobId={jobId}>
          {kind === 'running' ? 'Watch the job' : 'Open the job'}
        </JobLink>
      </div>
      {job?.error ? <p className="text-fg-2 wrap-anywhere">{job.error.message}</p> : null}
      {kind !== 'failed' && wantsSandboxes ? <Sandboxes result={result} stackId={job?.stackId} /> : null}
    </>
  )
}

const sentences = {
  running: 'Your metadata is on its way from Salesforce into Git.',
  done: 'The metadata of your org is in Git.',
  failed: 'Nothing was changed in your org. The page of the stack initializes it again.',
}

/** They are made after the first flow in, by jobs of their own, and may take long. */
function Sandboxes({ result, stackId }: { result: OnboardingResponse; stackId: string | undefined }) {
  const sandboxes = useNewSandboxes(stackId)
  const setUp = result.jobs.find(({ jobCommandName }) => jobCommandName === 'Onboarding')
  const setUpJob = useEntity(entities.jobs, setUp?.id ?? undefined)
  if (sandboxes.length === 0 && setUpJob && !isUnfinished(setUpJob))
    return (
      <Notice kind="warning" title="No sandboxes were made">
        <JobLink result={result} jobId={setUpJob.id}>
          See why
        </JobLink>
      </Notice>
    )
  if (sandboxes.length === 0)
    return <p className="text-fg-2">Your two sandboxes are made once the first flow in has ended.</p>
  return (
    <section aria-label="Sandboxes" className="border-line rounded-lg border px-4 py-2">
      <ul>
        {sandboxes.map(({ name, job }) => (
          <li key={job.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="flex items-center gap-2">
              <StatusText status={displayStatus(job)} label={`Sandbox ${name}`} />
              <span className="text-fg-2">{stateOf(job)}</span>
            </span>
            <JobLink result={result} jobId={job.id}>
              Open
            </JobLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stateOf = (job: JobWithNotices) =>
  isUnfinished(job) ? 'in the making' : job.outcome === 'Succeeded' ? 'made' : 'not made'

interface JobLinkProps {
  result: OnboardingResponse
  jobId: string
  children: string
}

function JobLink({ result: { workspace, stack }, jobId, children }: JobLinkProps) {
  if (!stack) return null
  return (
    <Link
      to="/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId"
      params={{ workspaceSlug: workspace.slug, stackSlug: stack.slug, jobId }}
      className={linkClasses}
    >
      {children}
    </Link>
  )
}

/** `none`: there is nothing to wait for; `refused`: the job was not started. */
export type FirstFlowIn =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'running' | 'done' | 'failed'
      readonly jobId: string
      readonly job: JobWithNotices | undefined
    }

/** How the job stands that brings the metadata of the org into Git for the first time, as it is pushed. */
export function useFirstFlowIn({ stack, jobs }: OnboardingResponse): FirstFlowIn {
  const started = jobs.find(({ jobCommandName }) => jobCommandName === 'InitializeStack')
  const jobId = started?.id ?? null
  const job = useEntity(entities.jobs, jobId ?? undefined)
  if (stack === null || started === undefined) return { kind: 'none' }
  if (jobId === null) return { kind: 'refused' }
  if (job === undefined || isUnfinished(job)) return { kind: 'running', jobId, job }
  return { kind: job.outcome === 'Succeeded' ? 'done' : 'failed', jobId, job }
}

interface NewSandbox {
  readonly name: string
  readonly job: JobWithNotices
}

/** The sandboxes that are made, or were made, for the stack of this job. */
function useNewSandboxes(stackId: string | undefined): readonly NewSandbox[] {
  const find = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) =>
      [...rows.values()].flatMap((job): NewSandbox[] => {
        const name = job.commandInput['environmentName']
        const isOne = job.stackId === stackId && job.commandName === 'CreateEnvironment'
        return isOne && typeof name === 'string' ? [{ name, job }] : []
      }),
    [stackId],
  )
  return useDerived(entities.jobs, find)
}

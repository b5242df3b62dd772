import type { JobWithNotices } from '@sluice/contract/job'
import { isUnfinished } from '@sluice/contract/job-rules'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { InitializeStackDialog } from './dialog.tsx'

/** Above every page of a stack that is not initialized yet. */
export function InitializationBanner() {
  const stack = useStack()
  const notAllowed = useNotAllowed()
  const [isOpen, setOpen] = useState(false)
  const find = useCallback(
    (rows: ReadonlyMap<string, JobWithNotices>) => latestInitialization(rows.values(), stack.id),
    [stack.id],
  )
  const latest = useDerived(entities.jobs, find)
  const kind = bannerKind(latest)
  const initialize = (label: string) => (
    <Button
      size="sm"
      intent="primary"
      disabledReason={notAllowed('initializeStack', stack)}
      onClick={() => setOpen(true)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {kind === 'running' ? (
        <Notice
          kind="info"
          className="mb-4"
          title="This stack is being initialized..."
          actions={latest ? <JobLink job={latest}>Job details</JobLink> : null}
        />
      ) : kind === 'failed' ? (
        <Notice
          kind="error"
          className="mb-4"
          title="The initialization of this stack failed"
          actions={
            <>
              {latest ? <JobLink job={latest}>Error details</JobLink> : null}
              {initialize('Try again')}
            </>
          }
        />
      ) : (
        <Notice
          kind="warning"
          className="mb-4"
          title="This stack is not initialized yet"
          actions={initialize('Initialize now')}
        >
          <p className="text-fg-2">
            Initializing retrieves the metadata of your production org and commits it to Git.
          </p>
        </Notice>
      )}
      <InitializeStackDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function JobLink({ job, children }: { job: JobWithNotices; children: string }) {
  const params = useStackParams()
  return (
    <Link to={`${stackPath}/jobs/$jobId`} params={{ ...params, jobId: job.id }} className={linkClasses}>
      {children}
    </Link>
  )
}

type BannerKind = 'running' | 'failed' | 'prompt'

/** The newest InitializeStack job of a stack. */
export function latestInitialization(jobs: Iterable<JobWithNotices>, stackId: string): JobWithNotices | null {
  let latest: JobWithNotices | null = null
  for (const job of jobs) {
    if (job.stackId !== stackId || job.commandName !== 'InitializeStack') continue
    if (!latest || job.createdUtc > latest.createdUtc) latest = job
  }
  return latest
}

/** Which of the three banners an uninitialized stack shows. */
export function bannerKind(latest: JobWithNotices | null): BannerKind {
  if (latest && isUnfinished(latest)) return 'running'
  return latest?.outcome === 'Failed' ? 'failed' : 'prompt'
}

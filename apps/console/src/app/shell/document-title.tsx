import { displayStatusText } from '@sluice/contract/job-rules'
import { jobTitle } from '@sluice/contract/job-title'
import { useMatches, useParams } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { entities } from '../../entities.ts'
import { useConfig } from '../../platform/config.tsx'
import { useDerived, useEntity } from '../../platform/entities/use-entity.ts'
import { useJobPercent } from '../../features/job-page/job-percent.ts'
import { documentTitle } from './title.ts'

interface Named {
  slug: string
  name: string
  /** Environments of two stacks may have one slug. */
  stackId?: string
}

/** Keeps the browser's title in step with the page and with what is pushed. */
export function DocumentTitle() {
  const { productName } = useConfig()
  const { workspaceSlug, stackSlug, environmentSlug, jobId, scheduleId } = useParams({ strict: false })
  const page = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const workspace = useDerived(entities.workspaces, useNamed(workspaceSlug))
  const stack = useDerived(entities.stacks, useNamed(stackSlug))
  const environment = useDerived(entities.environments, useNamed(environmentSlug, stack?.id))
  const job = useEntity(entities.jobs, jobId)
  const percent = useJobPercent(jobId)
  const jobPage = job
    ? `${percent === null ? '' : `${percent} % `}${jobTitle(job, (id) => entities.environments.get(id)?.name)} ${displayStatusText(job)}`
    : undefined
  const schedule = useEntity(entities.schedules, scheduleId)
  const title = documentTitle({
    page: jobPage ?? schedule?.name ?? page,
    environment: environment?.name,
    stack: stack?.name,
    workspace: workspace?.name,
    product: productName,
  })
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}

const useNamed = (slug: string | undefined, stackId?: string) =>
  useCallback(
    <T extends Named>(rows: ReadonlyMap<string, T>) =>
      [...rows.values()].find(
        (row) => row.slug === slug && (stackId === undefined || row.stackId === stackId),
      ),
    [slug, stackId],
  )

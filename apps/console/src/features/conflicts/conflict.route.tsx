import type { Conflict } from '@sluice/contract/conflict'
import { type Environment, orgDisplayName, orgDisplayType } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Building2, GitBranch } from 'lucide-react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useInquiriesOf } from '../inquiries/use-inquiries-of.ts'
import { jobQuery } from '../jobs/job.query.ts'
import { BranchLink } from '../repository/repository-links.tsx'
import { ConflictFiles } from './conflict-files.tsx'
import { ConflictHeader } from './conflict-header.tsx'
import { sidesOf } from './side-names.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId/conflict/$conflictId',
)({
  component: ConflictRoute,
  staticData: { title: 'Conflict' },
})

function ConflictRoute() {
  const { jobId, conflictId } = Route.useParams()
  const { workspaceId, id: stackId } = useStack()
  const conflict = useEntity(entities.conflicts, conflictId)
  const pushed = useEntity(entities.jobs, jobId)
  const fetched = useQuery({ ...jobQuery(useClient(), { workspaceId, stackId, jobId }), enabled: !pushed })
  const job = pushed ?? fetched.data
  const isMissing = isProblem(fetched.error, 'entityNotFound') || isProblem(fetched.error, 'entityIdInvalid')
  if (conflict?.jobId !== jobId || isMissing) return <GoToNotFound />
  if (!job && fetched.error) throw fetched.error
  if (!job) return <Spinner label="Loading the conflict" />
  if (job.stackId !== stackId) return <GoToNotFound />
  return <ConflictPage key={conflict.id} conflict={conflict} job={job} />
}

function ConflictPage({ conflict, job }: { conflict: Conflict; job: JobWithNotices }) {
  const inquiry = useInquiriesOf(job).find(
    ({ subject, prompt }) => subject === 'MergeConflict' && prompt?.conflictId === conflict.id,
  )
  return (
    <>
      <ConflictHeader conflict={conflict} job={job} inquiry={inquiry} />
      <ConflictEnvironments conflict={conflict} />
      <ConflictFiles conflict={conflict} job={job} inquiry={inquiry} />
      <div className="pt-4">
        <DisclosureCard title="Advanced">
          <RawJson label="Raw JSON of the conflict" value={conflict} />
        </DisclosureCard>
      </div>
    </>
  )
}

const orgTypes = { production: 'Production org', sandbox: 'Sandbox' } as const

/** Where the two sides of the merge come from. */
function ConflictEnvironments({ conflict }: { conflict: Conflict }) {
  const { local, remote } = sidesOf(conflict.mergeContext)
  return (
    <div className="grid gap-3 pb-4 sm:grid-cols-2">
      <SideCard title="Local" side={local} environmentId={conflict.localEnvironmentId} />
      <SideCard title="Remote" side={remote} environmentId={conflict.remoteEnvironmentId} />
    </div>
  )
}

interface SideCardProps {
  title: string
  /** What of the environment the side is. */
  side: string
  environmentId: string | null
}

function SideCard({ title, side, environmentId }: SideCardProps) {
  const environment = useEntity(entities.environments, environmentId)
  return (
    <section
      aria-label={`${title} environment`}
      className="border-line bg-surface min-w-0 rounded-lg border px-4 py-2.5"
    >
      <h2 className="text-12 text-fg-2 flex flex-wrap gap-x-2">
        <span className="text-fg font-semibold">{side}</span>
        {title}
      </h2>
      {environment ? <EnvironmentFacts environment={environment} /> : <p>The environment was deleted.</p>}
    </section>
  )
}

function EnvironmentFacts({ environment }: { environment: Environment }) {
  const params = useStackParams()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to={`${stackPath}/environments/$environmentSlug`}
          params={{ ...params, environmentSlug: environment.slug }}
          className={`${linkClasses} truncate font-medium`}
        >
          {environment.name}
        </Link>
        {environment.isProduction ? <ProductionChip /> : null}
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        <GitBranch aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <BranchLink environment={environment} className="truncate" />
      </span>
      <span className="text-fg-2 flex min-w-0 items-center gap-1.5">
        <Building2 aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <span className="truncate">{`${orgTypes[orgDisplayType(environment)]}: ${orgDisplayName(environment)}`}</span>
      </span>
    </div>
  )
}

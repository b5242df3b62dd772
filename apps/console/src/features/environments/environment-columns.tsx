import type { Environment } from '@sluice/contract/environment'
import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { ProductionChip, TagChip } from '../../platform/ui/chips.tsx'
import { DifferenceCell } from '../differences/difference-cell.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { EnvironmentStatus } from './environment-job-chip.tsx'
import { GitBranchCard } from './git-branch-card.tsx'
import { OrgCard } from './org-card.tsx'

export const hiddenAtFirst = ['apiVersion', 'createdBy', 'slug', 'id']

export const environmentColumns: readonly Column<Environment>[] = [
  {
    id: 'name',
    label: 'Name',
    width: 'auto',
    isLocked: true,
    cell: (e) => <EnvironmentName environment={e} />,
  },
  { id: 'status', label: 'Status', width: '9.5rem', cell: (e) => <EnvironmentStatus environment={e} /> },
  {
    id: 'difference',
    label: 'Difference',
    width: '11rem',
    cell: (e) => <DifferenceCell environment={e} />,
  },
  {
    id: 'gitBranch',
    label: 'Git branch',
    width: '10rem',
    isLocked: true,
    cell: (e) => <GitBranchCard environment={e} />,
  },
  {
    id: 'org',
    label: 'Salesforce org',
    width: 'auto',
    isLocked: true,
    cell: (e) => <OrgCard environment={e} />,
  },
  { id: 'apiVersion', label: 'API version', width: '9rem', cell: (e) => <ApiVersionMode environment={e} /> },
  { id: 'created', label: 'Created', width: '7.5rem', cell: (e) => <Timestamp moment={e.createdUtc} /> },
  {
    id: 'createdBy',
    label: 'Created by',
    width: '10rem',
    cell: (e) => <MemberName userId={e.createdByUserId} />,
  },
  {
    id: 'slug',
    label: 'Slug',
    width: '10rem',
    cell: (e) => <code className="text-12 font-mono">{e.slug}</code>,
  },
  { id: 'id', label: 'ID', width: '20rem', cell: (e) => <code className="text-12 font-mono">{e.id}</code> },
  { id: 'tags', label: 'Tags', width: '7rem', cell: (e) => <Tags environment={e} /> },
]

function EnvironmentName({ environment }: { environment: Environment }) {
  const params = useStackParams()
  return (
    <span className="flex items-center gap-2">
      <Link
        to={`${stackPath}/environments/$environmentSlug`}
        params={{ ...params, environmentSlug: environment.slug }}
        className="hover:text-accent-fg truncate font-medium hover:underline"
      >
        {environment.name}
      </Link>
      {environment.isProduction ? <ProductionChip /> : null}
    </span>
  )
}

function ApiVersionMode({ environment }: { environment: Environment }) {
  const mode = environment.sfdcApiVersionMode ?? environment.sfdcInferredApiVersionMode
  return (
    <span>
      {apiVersionModeLabels[mode]}
      {environment.sfdcApiVersionMode === null ? (
        <span className="text-12 text-fg-3 block">Inferred from stack</span>
      ) : null}
    </span>
  )
}

export function Tags({ environment }: { environment: Environment }) {
  const tags = Object.entries(environment.tags)
  if (tags.length === 0) return <span className="text-fg-3">—</span>
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map(([name, value]) => (
        <TagChip key={name} name={name} value={value} />
      ))}
    </span>
  )
}

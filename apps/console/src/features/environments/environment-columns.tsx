import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { type Environment, orgDisplayName } from '@sluice/contract/environment'
import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { ProductionChip, TagChip } from '../../platform/ui/chips.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { DifferenceCell } from '../differences/difference-cell.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { ApiVersion } from './api-version.tsx'
import { EnvironmentStatus } from './environment-job-chip.tsx'
import { GitBranchCard } from './git-branch-card.tsx'
import { OrgDetails, signInAddress } from './org-details.tsx'
import { useSalesforceInfo } from './use-salesforce-info.ts'

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

/** The org, the API version in use, its edition or licence and its instance. */
function OrgCard({ environment }: { environment: Environment }) {
  const { data } = useSalesforceInfo(environment)
  return (
    <div className="min-w-0 py-1">
      <p className="flex min-h-6 items-center gap-1.5">
        <Building2 aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <OutsideLink href={signInAddress(environment)} className="truncate">
          {orgDisplayName(environment)}
        </OutsideLink>
        {data ? <ApiVersion info={data} /> : null}
      </p>
      <p className="text-12 text-fg-3 pl-5 wrap-anywhere whitespace-normal">
        <OrgDetails environment={environment} />
      </p>
    </div>
  )
}

interface ListFilter {
  text: string
  /** Whose environments to keep; null keeps all. */
  createdByUserId: string | null
}

/** The environments that a list shows: by name, branch, org, slug or tag. */
export function shownEnvironments(
  all: readonly Environment[],
  { text, createdByUserId }: ListFilter,
): Environment[] {
  const wanted = text.trim().toLowerCase()
  return all.filter(
    (environment) =>
      (createdByUserId === null || environment.createdByUserId === createdByUserId) &&
      textOf(environment).includes(wanted),
  )
}

function textOf(environment: Environment): string {
  const tags = Object.entries(environment.tags).map(([name, value]) => `${name}: ${value ?? ''}`)
  const { name, slug, gitBranchName, sfdcSandboxName } = environment
  return [name, slug, gitBranchName, sfdcSandboxName ?? '', ...tags].join('\n').toLowerCase()
}

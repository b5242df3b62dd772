import type { Stack } from '@sluice/contract/stack'
import { Link, useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Environment } from '@sluice/contract/environment'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { StatusText } from '../../platform/ui/status.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { RepositoryLink } from '../repository/repository-links.tsx'

export const stackColumns: readonly Column<Stack>[] = [
  { id: 'name', label: 'Name', width: 'auto', isLocked: true, cell: (stack) => <StackName stack={stack} /> },
  { id: 'status', label: 'Status', width: '10rem', cell: (stack) => <StackStatus stack={stack} /> },
  {
    id: 'environments',
    label: 'Environments',
    width: '8rem',
    cell: (stack) => <EnvironmentCount stackId={stack.id} />,
  },
  {
    id: 'gitRepositoryUrl',
    label: 'Git repository',
    width: '16rem',
    cell: (stack) => (
      <RepositoryLink stack={stack} className="block truncate">
        {shortAddress(stack.gitRepositoryUrl)}
      </RepositoryLink>
    ),
  },
  {
    id: 'sfdcBaseSignInUrl',
    label: 'Salesforce sign-in',
    width: '14rem',
    cell: ({ sfdcBaseSignInUrl: address }) =>
      address ? (
        <OutsideLink href={address} className="block truncate">
          {shortAddress(address)}
        </OutsideLink>
      ) : (
        <span className="text-fg-3">—</span>
      ),
  },
  {
    id: 'createdUtc',
    label: 'Created',
    width: '8rem',
    cell: (stack) => <Timestamp moment={stack.createdUtc} />,
  },
  {
    id: 'slug',
    label: 'Slug',
    width: '10rem',
    cell: (stack) => <code className="text-12 font-mono">{stack.slug}</code>,
  },
]

const shortAddress = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '')

function StackName({ stack }: { stack: Stack }) {
  const { workspaceSlug = '' } = useParams({ strict: false })
  return (
    <Link
      to="/workspaces/$workspaceSlug/stacks/$stackSlug"
      params={{ workspaceSlug, stackSlug: stack.slug }}
      className="hover:text-accent-fg font-medium hover:underline"
    >
      {stack.name}
    </Link>
  )
}

const StackStatus = ({ stack }: { stack: Stack }) =>
  stack.isInitialized ? (
    <StatusText status="Succeeded" label="Initialized" />
  ) : (
    <StatusText status="Pending" label="Not initialized" />
  )

function EnvironmentCount({ stackId }: { stackId: string }) {
  const count = useCallback(
    (rows: ReadonlyMap<string, Environment>) =>
      [...rows.values()].filter((row) => row.stackId === stackId).length,
    [stackId],
  )
  return <span className="tabular-nums">{useDerived(entities.environments, count)}</span>
}

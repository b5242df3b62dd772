import { workspaceAuditActions } from '@sluice/contract/audit-events'
import type { Member } from '@sluice/contract/member'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { AuditLogPage } from './audit-log-page.tsx'
import { auditSearch, searchAmong } from './audit-search.ts'
import { workspaceSource } from './audit-source.ts'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/audit-log')({
  validateSearch: auditSearch,
  component: WorkspaceAuditLog,
  staticData: { title: 'Audit log' },
})

const namesOfPeople = (rows: ReadonlyMap<string, Member>): Record<string, string> =>
  Object.fromEntries(
    [...rows.values()]
      .map(({ userId, userFirstName, userLastName }) => [userId, `${userFirstName} ${userLastName}`] as const)
      .toSorted(([, a], [, b]) => a.localeCompare(b, 'en', { sensitivity: 'base' })),
  )

function WorkspaceAuditLog() {
  const client = useClient()
  const { id, slug } = useWorkspace()
  const source = useMemo(() => workspaceSource(client, { id, slug }), [client, id, slug])
  const people = useDerived(entities.members, namesOfPeople)
  const notAllowed = useNotAllowed()('readAuditLog')
  const search = searchAmong(workspaceAuditActions, Route.useSearch())
  const navigate = Route.useNavigate()
  if (notAllowed !== null)
    return (
      <>
        <PageHeader title="Audit log" />
        <EmptyState title="The audit log is for administrators of the workspace">{notAllowed}</EmptyState>
      </>
    )
  return (
    <AuditLogPage
      meta="What was done in this workspace, by whom and from where. Nobody can change or delete these records."
      source={source}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      actions={workspaceAuditActions}
      people={people}
    />
  )
}

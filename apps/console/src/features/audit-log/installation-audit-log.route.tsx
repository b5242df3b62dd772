import { auditActions } from '@sluice/contract/audit-events'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { toNotFound } from '../../platform/not-found.tsx'
import { AuditLogPage } from './audit-log-page.tsx'
import { auditSearch, searchAmong } from './audit-search.ts'
import { installationSource } from './audit-source.ts'

export const Route = createFileRoute('/_signed-in/_shell/audit-log')({
  validateSearch: auditSearch,
  beforeLoad: ({ context, location }) => {
    if (context.session.user()?.isGlobalAdministrator !== true) throw redirect(toNotFound(location))
  },
  component: InstallationAuditLog,
  staticData: { title: 'Audit log' },
})

const nobody = {}

/** For global administrators: what belongs to no workspace, such as sign-ins. */
function InstallationAuditLog() {
  const client = useClient()
  const source = useMemo(() => installationSource(client), [client])
  const search = searchAmong(auditActions, Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <div className="flex flex-1 flex-col">
      <AuditLogPage
        meta="Accounts, sign-ins and the server, and what was done in workspaces that were deleted. Each workspace has a log of its own."
        source={source}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
        actions={auditActions}
        people={nobody}
      />
    </div>
  )
}

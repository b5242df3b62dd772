import type { AuditEvent, AuditVerification } from '@sluice/contract/audit-log'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

interface EventPage {
  events: AuditEvent[]
  nextBefore: string | null
}

interface PageQuery {
  action?: string
  actorUserId?: string
  sinceUtc?: string
  before?: string
}

/** Where an audit log is read: of a workspace, or of the installation. */
export interface AuditSource {
  readonly key: string
  /** The beginning of the name of an exported file. */
  readonly fileName: string
  readonly list: (query: PageQuery, signal: AbortSignal) => Promise<EventPage>
  readonly lines: (after: string | undefined) => Promise<string>
  readonly verify: () => Promise<AuditVerification>
}

const following = (after: string | undefined) => (after === undefined ? {} : { after })

export const workspaceSource = (
  client: SluiceClient,
  { id: workspaceId, slug }: { id: string; slug: string },
): AuditSource => ({
  key: workspaceId,
  fileName: `audit-log-${slug}`,
  list: async (query, signal) => client.auditLog.list({ params: { workspaceId }, query, signal }),
  lines: async (after) => client.auditLog.download({ params: { workspaceId }, query: following(after) }),
  verify: async () => client.auditLog.verify({ params: { workspaceId } }),
})

export const installationSource = (client: SluiceClient): AuditSource => ({
  key: 'installation',
  fileName: 'audit-log-installation',
  list: async (query, signal) => client.auditLog.listOfInstallation({ query, signal }),
  lines: async (after) => client.auditLog.downloadOfInstallation({ query: following(after) }),
  verify: async () => client.auditLog.verifyOfInstallation(),
})

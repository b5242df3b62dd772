import { type AuditEntry, recordAudit } from '../audit-log/record-audit.ts'
import { lockedEnvironments } from '../environments/environment-lock.ts'
import { type UndeployedChange, changeUndeployed } from '../environments/undeployed-store.ts'
import { AppError } from '../platform/app-error.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { noteFlow } from './difference-store.ts'

/** A person's decision about undeployed components, and whence the call came. */
export interface UndeployedDecision extends UndeployedChange {
  readonly stackId: string
  readonly userId: string
  readonly origin: Pick<AuditEntry, 'ipAddress' | 'traceId'>
}

const verbs = { include: 'taken in again', forget: 'forgotten' } as const
const mostNamed = 100

/**
 * Changes the set of undeployed components as a person decided, with its audit event.
 * @throws AppError entityConflict while a job works with the environment, which would write its own set over this one
 */
export async function decideUndeployed(tx: Transaction, decision: UndeployedDecision): Promise<void> {
  const { workspaceId, stackId, environmentId, how, userId, origin } = decision
  if ((await lockedEnvironments(tx, [environmentId])).size > 0)
    throw new AppError('entityConflict', {
      detail: `A job is working with this environment. Nothing was ${verbs[how]}; try again when the job has ended.`,
    })
  const changed = await changeUndeployed(tx, decision)
  if (changed.length === 0) return
  await noteFlow(tx, { workspaceId, stackId, environmentId })
  await announce(tx, { workspaceId, kind: 'pushComponentDeploymentFailures', ids: [environmentId] })
  await recordAudit(tx, {
    action: 'environment.updated',
    workspaceId,
    actorUserId: userId,
    subject: { type: 'Environment', id: environmentId },
    details: {
      properties: ['undeployedComponents'],
      change: verbs[how],
      count: changed.length,
      components: changed.slice(0, mostNamed).map((one) => `${one.componentType} ${one.componentName}`),
    },
    ...origin,
  })
}

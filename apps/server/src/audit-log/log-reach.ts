import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { auditLink } from '../platform/database/schema/audit.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'

/** Who reads the log. */
interface LogReader {
  readonly userId: string
  readonly isGlobalAdministrator: boolean
}

/** Which part of the audit log is read: that of a workspace, or what belongs to no workspace that exists. */
export interface LogReach {
  /** Null for the log of the installation. */
  readonly workspaceId: string | null
  readonly caller: LogReader
}

/** The log of the installation, for global administrators only. */
export function installationReach(caller: LogReader): LogReach {
  if (!caller.isGlobalAdministrator) throw new AppError('userNotAuthorized')
  return { workspaceId: null, caller }
}

export async function readLog<T>(
  ctx: Context,
  { workspaceId, caller }: LogReach,
  body: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return workspaceId === null
    ? ctx.database.asSystem(body)
    : ctx.database.inWorkspace(workspaceId, caller.userId, body)
}

/** The chain of the events outside any workspace. */
export const installationChain = '00000000-0000-0000-0000-000000000000'

/** Whether a link of a chain belongs to the reach. The events of a deleted workspace go to the installation. */
export const isInReach = ({ workspaceId }: LogReach): SQL =>
  workspaceId === null
    ? sql`not exists (select from ${workspace} where ${workspace.id} = ${auditLink.chainId})`
    : sql`${auditLink.chainId} = ${workspaceId}`

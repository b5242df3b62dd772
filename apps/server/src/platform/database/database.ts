import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'

/** A Drizzle database on one checked-out connection with an open transaction. */
export type Transaction = NodePgDatabase & { $client: PoolClient }

export interface Database {
  /**
   * A transaction that sees and writes the rows of one workspace only; row-level security holds it, whatever the
   * query forgets (decision 11). The actor stands in the audit trail; null for the server itself.
   */
  inWorkspace<T>(
    workspaceId: string,
    actorUserId: string | null,
    body: (tx: Transaction) => Promise<T>,
  ): Promise<T>
  /** A transaction over all workspaces and over users and sessions; only named places use it. */
  asSystem<T>(body: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls back for every message on the channel, and `onReconnected` when messages may have been missed. */
  listen(
    channel: string,
    handlers: { onMessage: (payload: string) => void; onReconnected?: () => void },
  ): Promise<{ close(): Promise<void> }>
  /** Address of the server's own role, for the workflow engine's pool. */
  readonly url: string
  close(): Promise<void>
}

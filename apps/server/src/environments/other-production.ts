import { AppError } from '../platform/app-error.ts'
import type { EnvironmentRow } from './environment-store.ts'
import type { OrgInfoRow } from './org-info-store.ts'

interface KnownOrg {
  readonly environment: Pick<EnvironmentRow, 'isProduction' | 'isInitialized'>
  /** Null where no org is stored. */
  readonly info: Pick<OrgInfoRow, 'orgId'> | null
}

/**
 * Refuses another production org than the stored one. Jobs compare the org that answers with it, so a connection to another one
 * by mistake must not replace it, or the next job would work with that org. The org of a sandbox changes with each refresh.
 */
export function refuseOtherProduction({ environment, info }: KnownOrg, orgId: string): void {
  const { isProduction, isInitialized } = environment
  if (!isProduction || !isInitialized || info === null || info.orgId === orgId) return
  const detail = `The credentials open the org ${orgId}, but the environment belongs to the org ${info.orgId}. Connect the stack to that org again.`
  throw new AppError('sfdcCredentialsInvalid', { detail })
}

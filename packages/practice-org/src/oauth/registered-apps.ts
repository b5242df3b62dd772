import type { Practice } from '../practice.ts'

/** An app as an org has registered it (`POST /admin/orgs/<org>/connected-apps`). */
export interface RegisteredApp {
  orgId: string
  /** PEM; absent for apps that sign in without JWTs. */
  certificate?: string
  /** Absent for apps without a secret. */
  clientSecret?: string
  /** "Require secret for Refresh Token Flow", on unless somebody switches it off. */
  needsSecretForRefresh: boolean
  /** User names, in lower case, that the policies pre-authorize; everybody's when absent. */
  permittedUsers?: readonly string[]
}

/** Every registration of an app, in whichever org. */
export function registrationsOf(practice: Practice, clientId: string): RegisteredApp[] {
  return practice.orgList().flatMap((org) =>
    org.records
      .all('ConnectedApp')
      .filter((app) => app.ClientId === clientId)
      .map((app) => ({
        orgId: org.info.id,
        ...(typeof app.Certificate === 'string' ? { certificate: app.Certificate } : {}),
        ...(typeof app.ClientSecret === 'string' ? { clientSecret: app.ClientSecret } : {}),
        needsSecretForRefresh: app.NeedsSecretForRefresh !== false,
        ...(typeof app.PermittedUsers === 'string' ? { permittedUsers: app.PermittedUsers.split(' ') } : {}),
      })),
  )
}

/** Whether the app's registration in this org asks for a secret and was given another one, or none. */
export function lacksSecret(
  practice: Practice,
  asks: { clientId: string; orgId: string; secret: string | null; isRefresh: boolean },
): boolean {
  const app = registrationsOf(practice, asks.clientId).find(({ orgId }) => orgId === asks.orgId)
  if (app?.clientSecret === undefined || app.clientSecret === asks.secret) return false
  return asks.secret !== null || !asks.isRefresh || app.needsSecretForRefresh
}

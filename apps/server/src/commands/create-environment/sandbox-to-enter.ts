import type { ProductionOrg } from '../../steps/org/production-org.ts'

/** The sandbox of the new environment, and the production org that it belongs to. */
export interface SandboxToEnter {
  readonly environmentId: string
  readonly sandboxName: string
  readonly production: ProductionOrg
  /** Whether this job has made it: a new sandbox refuses sign-ins for some minutes. */
  readonly isNew: boolean
}

/** What an attempt to sign in came to. */
export type SignInAttempt =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'notYet'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

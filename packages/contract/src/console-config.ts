import { z } from 'zod'

/** What the server tells the console before it starts, at `/console-config.json`. */
export const consoleConfig = z.object({
  productName: z.string(),
  /** Where the calls of the API and the push channel begin, on the origin of the console. */
  apiBaseAddress: z.string().regex(/^\/(?!\/)/),
  version: z.string(),
  versionDate: z.string(),
  environmentName: z.string(),
  /** Null, like the addresses below, where the installation names none: then nothing leads there. */
  supportEmailAddress: z.string().nullable(),
  documentationUrl: z.string().nullable(),
  rolesDocumentationUrl: z.string().nullable(),
  commandLineUrl: z.string().nullable(),
  changelogUrl: z.string().nullable(),
  /** By default the page of the console with the license of the product. */
  licenseAgreementUrl: z.string(),
  serviceStatusUrl: z.string().nullable(),
  copyright: z.string(),
  /** Who may sign up at this moment; anybody while there is no account. */
  registration: z.enum(['open', 'invited', 'closed']),
  /** Whether nobody has an account yet: then the first one is made. */
  hasNoAccounts: z.boolean(),
  /** Whether a mail server takes the mail; without one it waits in the outbox. */
  sendsMail: z.boolean(),
  /** Milliseconds before every call. */
  requestPauseMs: z.number(),
  salesforceHost: z.string(),
  defaultSignInUrl: z.string(),
  practiceOrgOrigin: z.string().nullable(),
  defaultIncludeSpecs: z.string(),
  /** The address of the organization at GitHub that keeps new managed repositories; null where the built-in host does. */
  gitHubOrganizationUrl: z.string().nullable(),
  /** Days that the built-in Git host keeps the repository of a deleted stack. */
  repositoryGraceDays: z.number().int(),
})
export type ConsoleConfig = z.infer<typeof consoleConfig>

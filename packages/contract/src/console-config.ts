import { z } from 'zod'

/** What the server tells the console before it starts, at `/console-config.json`. */
export const consoleConfig = z.object({
  productName: z.string(),
  version: z.string(),
  versionDate: z.string(),
  environmentName: z.string(),
  supportEmailAddress: z.string(),
  documentationUrl: z.string(),
  rolesDocumentationUrl: z.string(),
  commandLineUrl: z.string(),
  changelogUrl: z.string(),
  licenseAgreementUrl: z.string(),
  serviceStatusUrl: z.string(),
  copyright: z.string(),
  /** Who may sign up at this moment; anybody while there is no account. */
  registration: z.enum(['open', 'invited', 'closed']),
  /** Milliseconds before every call. */
  requestPauseMs: z.number(),
  salesforceHost: z.string(),
  defaultSignInUrl: z.string(),
  practiceOrgOrigin: z.string().nullable(),
  defaultIncludeSpecs: z.string(),
  /** Days that the built-in Git host keeps the repository of a deleted stack. */
  repositoryGraceDays: z.number().int(),
})
export type ConsoleConfig = z.infer<typeof consoleConfig>

import { z } from 'zod'
import { apiVersionMode } from './api-version-mode.ts'
import { entityId, utc } from './fields.ts'

/** `label` is the release's name, `versionString` for example `64.0`. */
const apiVersion = z.object({ label: z.string(), versionString: z.string() })

const orgInfo = z.object({
  orgId: z.string(),
  instanceName: z.string().nullable(),
  name: z.string(),
  namespacePrefix: z.string().nullable(),
  organizationType: z.string().nullable(),
  platformVersion: z.string(),
  supportedApiVersions: z.array(z.string()),
})

/** The API versions of the platform, of the stack's baseline, and the one in effect. */
const apiVersionInfo = z.object({
  apiVersionMode,
  apiVersionModeIsInferred: z.boolean(),
  platformApiVersion: apiVersion,
  baselineApiVersion: apiVersion,
  latestRulesApiVersion: apiVersion,
  effectiveApiVersion: apiVersion,
  effectiveIsAheadBaseline: z.boolean(),
  effectiveIsBehindPlatform: z.boolean(),
})

/** What is known of an environment's org. */
export const salesforceInfo = z.object({
  environmentId: entityId,
  stackId: entityId,
  orgInfo,
  apiVersionInfo,
  lastFetchedUtc: utc,
  insertedUtc: utc,
})
export type SalesforceInfo = z.infer<typeof salesforceInfo>

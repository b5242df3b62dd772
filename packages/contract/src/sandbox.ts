import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/** The kinds of sandboxes that Salesforce sells. */
export const sandboxLicenseType = z.enum(['Developer', 'DeveloperPro', 'Partial', 'Full'], {
  error: 'License type must be one of the supported values',
})
export type SandboxLicenseType = z.infer<typeof sandboxLicenseType>

/** The kinds in the words of the screen. */
export const sandboxLicenseLabels: Record<SandboxLicenseType, string> = {
  Developer: 'Developer',
  DeveloperPro: 'Developer Pro',
  Partial: 'Partial Copy',
  Full: 'Full',
}

/** What Salesforce says of a sandbox; `Other` stands for every word that is not in this list. */
export const sandboxStatus = z.enum([
  'Activating',
  'ActivationConfirmed',
  'DeactivationConfirmed',
  'DeactivationFinished',
  'ActivationProcessing',
  'Completed',
  'Deleted',
  'Deleting',
  'Discarding',
  'Locked',
  'Locking',
  'Pending',
  'PendingActivation',
  'Processing',
  'Sampling',
  'Stopped',
  'Suspended',
  'Other',
])
export type SandboxStatus = z.infer<typeof sandboxStatus>

const sandboxStatusGroup = z.enum(['pending', 'running', 'succeeded', 'failed', 'finished', 'unknown'])
export type SandboxStatusGroup = z.infer<typeof sandboxStatusGroup>

const groups: Partial<Record<SandboxStatus, SandboxStatusGroup>> = {
  Pending: 'pending',
  Suspended: 'pending',
  PendingActivation: 'pending',
  Activating: 'running',
  ActivationProcessing: 'running',
  Deleting: 'running',
  Discarding: 'running',
  Locking: 'running',
  Processing: 'running',
  Sampling: 'running',
  Completed: 'succeeded',
  Deleted: 'failed',
  Stopped: 'finished',
}

/** Which of few kinds a status is of. */
export const sandboxStatusGroupOf = (status: SandboxStatus): SandboxStatusGroup => groups[status] ?? 'unknown'

/** A sandbox of the production org of a stack, as its last copying left it. */
export const sandbox = z.object({
  /** Salesforce's id of the sandbox, which stays when it is refreshed. */
  id: z.string(),
  /** Of the sandbox itself; null until its copying has come that far. A refresh gives it another one. */
  orgId: z.string().nullable(),
  stackId: entityId,
  name: z.string(),
  licenseType: sandboxLicenseType,
  description: z.string().nullable(),
  status: sandboxStatus,
  statusGroup: sandboxStatusGroup,
  startedUtc: utc.nullable(),
  isCompleted: z.boolean(),
  completedUtc: utc.nullable(),
  activatedUtc: utc.nullable(),
  /** Whether no copying is under way or waits. */
  isRefreshable: z.boolean(),
  /** Whether no copying is under way; a locked or stopped sandbox can be deleted too. */
  isDeletable: z.boolean(),
})
export type Sandbox = z.infer<typeof sandbox>

/** A public group of the production org: only its members get into a new sandbox that names it. */
export const accessGroup = z.object({ name: z.string(), developerName: z.string() })
export type AccessGroup = z.infer<typeof accessGroup>

/** A sandbox template of the production org: the objects whose records a Partial or Full copy takes along. */
export const sandboxTemplate = z.object({ developerName: z.string() })
export type SandboxTemplate = z.infer<typeof sandboxTemplate>

import { z } from 'zod'
import { componentProblem } from '../component.ts'
import { utc } from '../fields.ts'

/**
 * The validation of a check-only flow out whose last attempt succeeded and ran tests, with the state of branch and org at that
 * time. Salesforce can deploy a validation without running its tests again (quick deploy).
 */
export const flowOutValidation = z.object({
  deploymentId: z.string(),
  completedUtc: utc,
  headCommitHash: z.string(),
  /** The commit that the org was offered last, as the environment had it then. */
  outboundCommitHash: z.string().nullable(),
  /** Whether the delta came from the history of the branch, not from a comparison with the org. */
  isByHistory: z.boolean(),
  /** SHA-256 of the components of the delta, with what the flow out does to each. */
  deltaHash: z.string(),
  /** SHA-256 of what the org listed of these components before the validation, with who changed each when. */
  orgHash: z.string(),
  /** Keys of components and entries that the validated archive leaves out. */
  excludedKeys: z.array(z.string()),
  /** What Salesforce said about them. */
  problems: z.array(z.object({ key: z.string(), problems: z.array(componentProblem) })),
})
export type FlowOutValidation = z.infer<typeof flowOutValidation>

/** For so long after its end Salesforce deploys a validation. Source: "Deploy a Recently Validated Component Set", Metadata API guide. */
const deployableDays = 10

const dayMs = 24 * 60 * 60 * 1000

/** Where branch and environment stand. */
export interface BranchState {
  /** Null where it is not known. */
  readonly headCommitHash: string | null
  readonly outboundCommitHash: string | null
}

/** Why a validation cannot be deployed any more; null where nothing that is known here stands against it. */
export function whyNotDeploy(
  validation: Pick<FlowOutValidation, 'completedUtc' | 'headCommitHash' | 'outboundCommitHash'>,
  moment: Date,
  { headCommitHash, outboundCommitHash }: BranchState,
): string | null {
  if (remainingMs(validation, moment) <= 0)
    return `Salesforce deploys a validation for ${deployableDays} days, and these are over.`
  if (headCommitHash !== null && headCommitHash !== validation.headCommitHash)
    return 'The branch has moved since the check.'
  if (outboundCommitHash !== validation.outboundCommitHash)
    return 'Another flow has recorded a new state of the environment since the check.'
  return null
}

/** How long a validation can still be deployed, in words. */
export function deployableTime(validation: Pick<FlowOutValidation, 'completedUtc'>, moment: Date): string {
  const days = Math.floor(remainingMs(validation, moment) / dayMs)
  if (days < 1) return 'less than 1 day left'
  return days === 1 ? '1 day left' : `${days} days left`
}

function remainingMs({ completedUtc }: Pick<FlowOutValidation, 'completedUtc'>, moment: Date): number {
  return Date.parse(completedUtc) + deployableDays * dayMs - moment.getTime()
}

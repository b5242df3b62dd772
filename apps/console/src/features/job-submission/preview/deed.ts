import type { Environment } from '@sluice/contract/environment'
import { plural } from '../../../platform/format/plural.ts'

/** What is known of a job before it is submitted. */
interface KnownJob {
  readonly environments: readonly Pick<Environment, 'name' | 'isProduction'>[]
  /** How many components the job changes, in all environments together. */
  readonly components: number
  readonly checkOnly: boolean
  /** The name of the company in Salesforce; null while it is not known. */
  readonly orgName: string | null
}

/** Where the job goes: production by the name of its org. */
function placeOf({ environments, orgName }: KnownJob): string {
  const [first] = environments
  if (first === undefined || environments.length > 1) return plural(environments.length, 'environment')
  return first.isProduction && orgName !== null ? `${orgName} production` : first.name
}

/** What the button of a flow out does: `Deploy 3 components to Northbeam production`. */
export function flowOutDeed(job: KnownJob): string {
  const components = plural(job.components, 'component')
  return job.checkOnly
    ? `Validate ${components} in ${placeOf(job)}`
    : `Deploy ${components} to ${placeOf(job)}`
}

/** What the button of a flow in does. */
export function flowInDeed(job: KnownJob): string {
  const components = plural(job.components, 'component')
  return job.checkOnly
    ? `Check ${components} of ${placeOf(job)}`
    : `Bring ${components} from ${placeOf(job)} into Git`
}

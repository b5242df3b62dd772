import type { Environment } from '@sluice/contract/environment'
import { formatNumber, plural } from '../../../platform/format/plural.ts'

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

/** The facts about a flow merge that the text of its button depends on. */
interface KnownMerge extends KnownJob {
  /** The number of components to deploy in all orgs together; null when only the job can find that out. */
  readonly toDeploy: number | null
  /** Whether anything is deployed after the merge. */
  readonly deploys: boolean
}

/** The text of the button of a flow merge, such as `Merge and deploy 3 components to UAT`. */
export function flowMergeDeed(job: KnownMerge): string {
  const components = plural(job.components, 'component')
  const place = placeOf(job)
  if (job.checkOnly) return `${job.deploys ? 'Validate' : 'Check'} the merge of ${components} into ${place}`
  if (!job.deploys) return `Merge ${components} into ${place}`
  if (job.toDeploy === job.components) return `Merge and deploy ${components} to ${place}`
  const deployment = job.toDeploy === null ? 'and deploy' : `and deploy ${formatNumber(job.toDeploy)}`
  return `Merge ${components} into ${place} ${deployment}`
}

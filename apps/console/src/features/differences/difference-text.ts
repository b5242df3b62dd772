import type { DifferenceComponent, EnvironmentDifference } from '@sluice/contract/difference'
import { plural } from '../../platform/format/plural.ts'
import { visibleText } from '../repository/visible-text.ts'

type Counts = Pick<EnvironmentDifference, 'toDeploy' | 'leftOut' | 'changedInOrg' | 'onBothSides'>

/** What differs in numbers: `3 to deploy · 1 left out · 2 changed in the org · 1 on both sides`; null while nothing is known. */
export function countsText({ toDeploy, leftOut, changedInOrg, onBothSides }: Counts): string | null {
  if (toDeploy === null && changedInOrg === null) return null
  const parts = [
    toDeploy && toDeploy > (leftOut ?? 0) ? `${toDeploy - (leftOut ?? 0)} to deploy` : null,
    leftOut ? `${leftOut} left out` : null,
    changedInOrg ? `${changedInOrg} changed in the org` : null,
    onBothSides ? `${onBothSides} on both sides` : null,
  ].filter((part) => part !== null)
  if (parts.length > 0) return parts.join(' · ')
  return toDeploy === null || changedInOrg === null ? null : 'No difference'
}

type Known = Pick<EnvironmentDifference, 'toDeploy' | 'changedInOrg'> & {
  branch: Pick<EnvironmentDifference['branch'], 'commitsAhead'>
}

/** What stands between a branch and its org, in one sentence. */
export function differenceSentence(difference: Known, branch: string): string {
  const { toDeploy, changedInOrg } = difference
  if (toDeploy === 0 && changedInOrg === 0 && difference.branch.commitsAhead === 0)
    return `${branch} and the org do not differ.`
  const parts = [branchPart(difference, branch), orgPart(changedInOrg)].filter((part) => part !== null)
  if (parts.length === 0) return 'What differs is not known yet.'
  const sentence = `${parts.join('; ')}.`
  return sentence.startsWith('the ') ? `T${sentence.slice(1)}` : sentence
}

function branchPart({ toDeploy, branch: { commitsAhead } }: Known, branch: string): string | null {
  if (commitsAhead) return `${branch} is ${plural(commitsAhead, 'commit')} ahead`
  if (toDeploy === null) return null
  if (toDeploy === 0) return `${branch} has nothing that the org lacks`
  return `${branch} has ${plural(toDeploy, 'component')} that the org lacks`
}

function orgPart(changedInOrg: number | null): string | null {
  if (changedInOrg === null) return null
  const changes = changedInOrg === 0 ? 'no change' : plural(changedInOrg, 'change')
  return `the org has ${changes} that Git does not know`
}

type NextStep = 'flowIn' | 'flowOut' | 'check'

/** What a person does next: changes of the org come to Git before anything of Git is deployed. */
export function nextStep(difference: Counts): NextStep {
  const { changedInOrg } = difference
  if (changedInOrg === null) return 'check'
  if (changedInOrg > 0) return 'flowIn'
  return offeredCount(difference) > 0 ? 'flowOut' : 'check'
}

type Offered = Pick<EnvironmentDifference, 'toDeploy' | 'leftOut'>

/** How many components a flow out deploys unless a person takes in what people left out. */
export const offeredCount = (difference: Offered | null | undefined): number =>
  (difference?.toDeploy ?? 0) - (difference?.leftOut ?? 0)

/** The name of a component on a page: `ApexClass ErpSync`. */
export const componentTitle = ({
  componentType,
  componentName,
}: Pick<DifferenceComponent, 'componentType' | 'componentName'>): string =>
  visibleText(`${componentType} ${componentName}`)

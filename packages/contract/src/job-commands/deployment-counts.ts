import { z } from 'zod'
import type { FlowOutResult } from './flow-out-result.ts'

/**
 * What became of the components of a flow out, counted from its own result. Of a check-only one `deployed` and its parts count what the
 * org accepted. Each component counts in exactly one of `deployed`, `leftOut`, `failed`, `notDeployable` and `notDeployed`.
 */
export const deploymentCounts = z.object({
  deployed: z.number(),
  /** Of those deployed. */
  added: z.number(),
  modified: z.number(),
  deleted: z.number(),
  /** Of those deployed: without entries that the org refused. */
  partly: z.number(),
  /** Left out by people. */
  leftOut: z.number(),
  /** Refused by the org, or left out with a component that was refused. */
  failed: z.number(),
  /** Changes that no deployment can make. */
  notDeployable: z.number(),
  /** Nothing was wrong with them, but the deployment as a whole failed. */
  notDeployed: z.number(),
})
export type DeploymentCounts = z.infer<typeof deploymentCounts>

type Counted = Pick<FlowOutResult, 'successes' | 'failures' | 'excludedComponents' | 'notDeployed'>
type Identity = FlowOutResult['excludedComponents'][number]

const keyOf = ({ packageName, componentType, componentName }: Identity): string =>
  `${packageName} ${componentType} ${componentName}`

/** Counts the components of the result of a flow out. */
export function countsOfDeployment(result: Counted): DeploymentCounts {
  const { successes, failures, excludedComponents, notDeployed } = result
  const deployed = new Set(successes.map(keyOf))
  const of = (changeType: string) => successes.filter((one) => one.changeType === changeType).length
  const stayedOut = failures.filter((one) => !deployed.has(keyOf(one)))
  const failed = stayedOut.filter(({ reason }) => reason === 'DeploymentProblems').length
  return {
    deployed: successes.length,
    added: of('Added'),
    modified: of('Modified'),
    deleted: of('Deleted'),
    partly: failures.length - stayedOut.length,
    leftOut: excludedComponents.length,
    failed,
    notDeployable: stayedOut.length - failed,
    notDeployed: notDeployed.length,
  }
}

/**
 * The counts in words: "Nothing was deployed: 2 components were left out, 1 failed." Of a check-only flow out it says validated where
 * it would say deployed.
 */
export function deploymentSentence(
  counts: DeploymentCounts,
  { isCheckOnly, isSuccessful }: Pick<FlowOutResult, 'isCheckOnly' | 'isSuccessful'>,
): string {
  const { deployed, partly, leftOut, failed, notDeployable, notDeployed } = counts
  const total = deployed + leftOut + failed + notDeployable + notDeployed
  if (total === 0) return isSuccessful ? 'There was nothing to deploy.' : nothing(isCheckOnly)
  const done = isCheckOnly ? 'validated' : 'deployed'
  const rest = listed([
    [leftOut, 'was left out', 'were left out'],
    [failed, 'failed', 'failed'],
    [notDeployable, 'cannot be deployed', 'cannot be deployed'],
  ])
  if (deployed === 0) {
    const why = rest === '' ? '' : `: ${rest}`
    return isCheckOnly && !isSuccessful
      ? `The validation failed${why}. Nothing was changed in the org.`
      : `Nothing was ${done}${why}.`
  }
  const what = deployed === total ? components(total) : `${shown(deployed)} of ${components(total)}`
  const inPart = partly === 0 ? '' : `, ${shown(partly)} of them without entries that the org refused`
  return `${what} ${done}${inPart}${rest === '' ? '' : `; ${rest}`}.`
}

const nothing = (isCheckOnly: boolean): string =>
  isCheckOnly ? 'The validation failed. Nothing was changed in the org.' : 'Nothing was deployed.'

/** "2 components were left out, 1 failed": the first count names what is counted. */
function listed(counts: readonly (readonly [number, string, string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(
      ([count, one, several], at) =>
        `${at === 0 ? components(count) : shown(count)} ${count === 1 ? one : several}`,
    )
    .join(', ')
}

const shown = (count: number): string => count.toLocaleString('en-US')
const components = (count: number): string => (count === 1 ? '1 component' : `${shown(count)} components`)

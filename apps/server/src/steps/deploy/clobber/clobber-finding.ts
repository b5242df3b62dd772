import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { OverwrittenComponent } from '@sluice/contract/job-commands/flow-out-result'
import { whatIsDeployed } from '../what-is-deployed.ts'

/** Components in which a deployment would overwrite changes of the org. */
export interface OverwrittenComponents {
  /** Changed in the org since parity. */
  readonly confirmed: readonly OverwrittenComponent[]
  /** Different in the org, but nothing tells whether it was changed since the last flow. */
  readonly potential: readonly OverwrittenComponent[]
}

export interface ClobberFinding extends OverwrittenComponents {
  /** Changes with every modification of a component that would be deployed. */
  readonly fingerprint: string
}

/** Why nothing may be deployed: the error of the job. */
export interface ClobberRefusal {
  readonly message: string
  readonly details: string
}

const linesShown = 50

/**
 * What the clobber strategy says about a finding; null lets the deployment begin. Accept overwrites everything and Abort
 * nothing. Auto overwrites where it is only possible that the org was changed, but deletes nothing of which Git may not
 * know; everything else would need the answer of a person. `partsDone` parts of a divided flow out are in the org already.
 */
export function refusalOf(
  strategy: FlowOutInput['clobberStrategy'],
  { confirmed, potential }: OverwrittenComponents,
  partsDone: number,
): ClobberRefusal | null {
  if (strategy === 'Accept') return null
  const refused =
    strategy === 'Abort'
      ? [...confirmed, ...potential]
      : [...confirmed, ...potential.filter((one) => one.changeType === 'Deleted')]
  if (refused.length === 0) return null
  const lines = refused.slice(0, linesShown).map(lineOf)
  if (refused.length > linesShown) lines.push(`and ${refused.length - linesShown} more`)
  const message = `${messageOf(strategy, refused)} ${whatIsDeployed(partsDone)}`
  return { message, details: [...lines, advice].join('\n') }
}

const advice =
  'Flow in first to bring the changes of the org into Git, or start the flow out again with the clobber strategy Accept to overwrite them.'

function messageOf(strategy: 'Auto' | 'Abort', refused: readonly OverwrittenComponent[]): string {
  const count = refused.length === 1 ? '1 component' : `${refused.length} components`
  return strategy === 'Abort'
    ? `The org holds changes in ${count} that this flow out would overwrite.`
    : `The org holds changes in ${count} that may only be overwritten with the clobber strategy Accept.`
}

function lineOf(one: OverwrittenComponent): string {
  const by = one.changedByName === null ? '' : ` by ${one.changedByName}`
  const at = one.changedUtc === null ? '' : ` on ${one.changedUtc.slice(0, 16).replace('T', ' ')} UTC`
  return `${one.componentType} ${one.componentName}: ${inOrg(one)}${by}${at}`
}

function inOrg({ orgChangeType }: OverwrittenComponent): string {
  switch (orgChangeType) {
    case 'Added':
      return 'created in the org'
    case 'Deleted':
      return 'deleted in the org'
    case 'Modified':
      return 'changed in the org'
    case 'None':
    case null:
      return 'may have been changed in the org'
    default:
      return orgChangeType satisfies never
  }
}

import type { InquiryPrompt } from '@sluice/contract/inquiry'
import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { OverwrittenComponents } from '../clobber/clobber-finding.ts'
import { diffResultOf } from '../diff-result.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'

type Prompt = InquiryPrompt<'FlowOutConfirmDeployment'>

interface ConfirmedPart {
  /** What the org has, the branch has not, and the deployment deletes; only where the two were compared. */
  readonly deletions: readonly ComponentChange[]
  /** Null where nobody has looked, because who asked for the deployment has agreed to overwrite the rest. */
  readonly finding: OverwrittenComponents | null
}

/** What people are shown before a deployment. */
export async function confirmationPrompt(
  {
    input,
    environment,
    diff,
    head,
    isInBranch,
    since,
    leftOutByPeople,
    changedSincePreview,
  }: ComparedFlowOut,
  { deletions, finding }: ConfirmedPart,
): Promise<Prompt> {
  const before = new Map(diff.undeployed.map((one) => [componentKey(one), one]))
  const excluded = diff.changes.flatMap(({ identity }) => {
    const key = componentKey(identity)
    const earlier = before.get(key)
    if (!leftOutByPeople.has(key)) return []
    if (earlier?.reason !== 'LeftOut') return [identityOf(identity)]
    const { leftOutByUserId, leftOutUtc } = earlier
    return [{ ...identityOf(identity), leftOutByUserId, leftOutUtc }]
  })
  const { confirmed, potential } = finding ?? { confirmed: [], potential: [] }
  return {
    diffResult: await diffResultOf(diff.changes),
    isCheckOnly: input.checkOnly,
    excludedComponents: excluded,
    clobberedOrgChanges:
      finding === null ? deletions.map(overwrittenByDeletion) : [...confirmed, ...potential],
    clobberWarningText: warningOf({
      org: environment.sandboxName === null ? 'org' : 'sandbox',
      isCheckOnly: input.checkOnly,
      deletions: deletions.length,
      confirmed: confirmed.length,
      potential: potential.length,
    }),
    // What is not pushed cannot be looked at in the repository.
    newChangesCommitRange: isInBranch
      ? { sinceCommitHash: since === null ? null : environment.parity.outbound, untilCommitHash: head }
      : null,
    changedSincePreview,
  }
}

const identityOf = ({ packageName, componentType, componentName }: ComponentIdentity): ComponentIdentity => ({
  packageName,
  componentType,
  componentName,
})

const overwrittenByDeletion = ({ identity }: ComponentChange) => ({
  ...identity,
  changeType: 'Deleted' as const,
})

interface Warned {
  readonly org: 'org' | 'sandbox'
  readonly isCheckOnly: boolean
  readonly deletions: number
  readonly confirmed: number
  readonly potential: number
}

/** What a person must know before the answer; null where the deployment takes away nothing of the org's own. */
export function warningOf({ org, isCheckOnly, deletions, confirmed, potential }: Warned): string | null {
  const will = isCheckOnly ? 'would' : 'will'
  const sentences = [
    deletions > 0
      ? `The ${org} has ${counted(deletions)} that the branch does not have. ${deletions === 1 ? 'It' : 'They'} ${will} be deleted.`
      : null,
    confirmed > 0
      ? `${counted(confirmed)} ${confirmed === 1 ? 'was' : 'were'} changed in the ${org} since the last flow. These changes ${will} be overwritten.`
      : null,
    potential > 0
      ? `${counted(potential)} ${potential === 1 ? 'differs' : 'differ'} in the ${org}. It cannot be told whether somebody changed ${potential === 1 ? 'it' : 'them'} there since the last flow.`
      : null,
  ]
  return sentences.filter((one) => one !== null).join(' ') || null
}

const counted = (count: number): string => (count === 1 ? '1 component' : `${count} components`)

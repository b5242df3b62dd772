import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { askPeople } from '../../inquiries/ask-people.ts'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import { withNewDeadline } from '../steps/session/job-session.ts'
import { deployable } from './clobber/clobbered-components.ts'
import { diffResultOf } from './diff-result.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'
import { refuseDeletions } from './refuse-deletions.ts'

/**
 * A flow out that compared the branch with the org may find what only the org has, and would delete it. Without the consent of
 * its input it ends; the first one of a new environment asks people instead. Gives what they agreed to; null when they did not.
 */
export async function agreeOnDeletions(flow: ComparedFlowOut): Promise<ComparedFlowOut | null> {
  const { input, environment, since, diff } = flow
  if (since !== null || input.acceptDeletions) return flow
  const deleted = deployable(diff.changes).filter(({ changeType }) => changeType === 'Deleted')
  if (deleted.length === 0) return flow
  return environment.isInitialized ? refuseDeletions(deleted) : await ask(flow, deleted)
}

async function ask(
  flow: ComparedFlowOut,
  deleted: readonly ComponentChange[],
): Promise<ComparedFlowOut | null> {
  const { session, head, diff } = flow
  const answer = await askPeople(session.ctx, session.run, {
    name: 'confirm deletions',
    subject: 'FlowOutConfirmDeployment',
    prompt: {
      diffResult: await diffResultOf(diff.changes),
      isCheckOnly: false,
      excludedComponents: [],
      clobberedOrgChanges: deleted.map(({ identity }) => identity),
      clobberWarningText: warningOf(deleted.length),
      newChangesCommitRange: { sinceCommitHash: null, untilCommitHash: head },
    },
  })
  if (!answer.continue) return null
  return {
    ...flow,
    session: withNewDeadline(session),
    leftOutByPeople: new Map(answer.excludedComponents.map((one) => [componentKey(one), [leftOut]])),
  }
}

const leftOut: ComponentProblem = {
  type: 'Info',
  description: 'Left out when the deployment was confirmed.',
  archiveFilePath: null,
  line: null,
  column: null,
}

const warningOf = (count: number): string =>
  count === 1
    ? 'The sandbox has 1 component that the branch does not have. It will be deleted.'
    : `The sandbox has ${count} components that the branch does not have. They will be deleted.`

import { JobFailure } from '../../durable/run-errors.ts'
import { deployable } from './clobber/clobbered-components.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'

/** So many deletions are listed in the error; the count is always of all of them. */
const mostListed = 100

/**
 * Ends a flow out that compared the branch with the org and would delete in the org what the branch does not have, unless
 * its input consents to that. Nothing says that somebody meant to delete it.
 */
export function refuseDeletions({ input, since, diff }: ComparedFlowOut): void {
  if (since !== null || input.acceptDeletions) return
  const deleted = deployable(diff.changes).filter(({ changeType }) => changeType === 'Deleted')
  if (deleted.length === 0) return
  const components = deleted.length === 1 ? '1 component' : `${deleted.length} components`
  const more = deleted.length > mostListed ? [`and ${deleted.length - mostListed} more`] : []
  throw new JobFailure(
    `The org has ${components} that the branch does not have, and would lose them. Nothing was deployed.`,
    [
      'Flow in first to bring them into Git. To delete them in the org, run the flow out again with “Accept deletions” (acceptDeletions).',
      'Components:',
      ...deleted
        .slice(0, mostListed)
        .map(({ identity }) => `${identity.componentType} ${identity.componentName}`),
      ...more,
    ].join('\n'),
  )
}

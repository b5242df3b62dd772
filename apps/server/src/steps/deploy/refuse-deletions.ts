import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { JobFailure } from '../../durable/run-errors.ts'
import { whatIsDeployed } from './what-is-deployed.ts'

/** So many deletions are listed in the error; the count is always of all of them. */
const mostListed = 100

/**
 * Ends a flow out that would delete in the org what the branch does not have. Nothing says that somebody meant to delete it.
 * @throws JobFailure which lists the components
 */
export function refuseDeletions(deleted: readonly Pick<ComponentChange, 'identity'>[]): never {
  const [components, them] =
    deleted.length === 1 ? ['1 component', 'it'] : [`${deleted.length} components`, 'them']
  const more = deleted.length > mostListed ? [`and ${deleted.length - mostListed} more`] : []
  throw new JobFailure(
    `The org has ${components} that the branch does not have, and would lose ${them}. ${whatIsDeployed(0)} To delete ${them}, run the flow out again with “Accept deletions”.`,
    [
      'A flow in brings into Git what only the org has. By the API, the consent is the input acceptDeletions.',
      'Components:',
      ...deleted
        .slice(0, mostListed)
        .map(({ identity }) => `${identity.componentType} ${identity.componentName}`),
      ...more,
    ].join('\n'),
  )
}

import type { Mutant } from '../mutant.ts'

const folder = 'apps/server/src/commands/steps/org-changes'
const unit = [`${folder}/audit-trail.test.ts`]
const flow = ['apps/server/src/commands/flow-in/authors.test.ts']

export const serverAuthorsMutants: readonly Mutant[] = [
  {
    id: 'server/authors/who-changed-it-years-ago',
    file: `${folder}/attribution.ts`,
    from: "return changeType === 'Modified' && isBefore(modifier, since) ? null : modifier",
    to: 'return modifier',
    tests: flow,
    title: 'is not who changed the component before',
  },
  {
    id: 'server/authors/audit-trail-is-not-read',
    file: `${folder}/attribution.ts`,
    from: 'listed(change) ?? modifierInTrail(trail, change)',
    to: 'listed(change)',
    tests: flow,
    title: 'of a deletion is in the audit trail',
  },
  {
    id: 'server/authors/refusal-ends-the-job',
    file: `${folder}/people-of-org.ts`,
    from: 'return otherwise',
    to: 'throw error',
    tests: flow,
    title: 'is unknown where the org does not say',
  },
  {
    id: 'server/authors/deletion-by-who-changed-it',
    file: `${folder}/audit-trail.ts`,
    from: ' && deletes(entry) === isDeletion',
    to: '',
    tests: unit,
  },
  {
    id: 'server/authors/part-of-a-name',
    file: `${folder}/audit-trail.ts`,
    from: '(?:__[a-z]+)?(?:$|[^',
    to: '(?:__[a-z]+)?(?:|[^',
    tests: unit,
  },
  {
    id: 'server/authors/one-of-several-people',
    file: `${folder}/audit-trail.ts`,
    from: '.size === 1 ? entries : []',
    to: '.size > 0 ? entries : []',
    tests: unit,
  },
]

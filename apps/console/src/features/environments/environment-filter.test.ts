import { expect, test } from 'vitest'
import { id, sampleEnvironment } from '../../testing/samples.ts'
import { shownEnvironments } from './environment-columns.tsx'

const all = [
  sampleEnvironment({ name: 'Production', createdByUserId: id(1) }),
  sampleEnvironment({
    name: 'QA',
    slug: 'qa',
    gitBranchName: 'env/QA',
    tags: { stage: 'qa' },
    createdByUserId: id(2),
  }),
]
const names = (text: string, createdByUserId: string | null = null) =>
  shownEnvironments(all, { text, createdByUserId }).map((environment) => environment.name)

test('a text finds name, branch and tag, whatever the case', () => {
  expect([names('prod'), names('ENV/'), names('stage: qa')]).toEqual([['Production'], ['QA'], ['QA']])
})
test('"Only mine" keeps what the user created', () => expect(names('', id(1))).toEqual(['Production']))

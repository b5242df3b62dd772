import { expect, test } from 'vitest'
import { followEntity } from './use-followed-entity.ts'

const rows = [{ id: '1', slug: 'core' }]

test.for([
  ['core', null, 'found'],
  ['other', null, 'unknown'],
  ['old-core', '1', 'moved'],
  ['gone', '2', 'vanished'],
] as const)('slug %s after entity %s is %s', ([slug, lastId, kind]) => {
  expect(followEntity(rows, slug, lastId).kind).toBe(kind)
})

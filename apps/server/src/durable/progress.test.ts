import type { ProgressScope } from '@sluice/contract/progress'
import { describe, expect, test } from 'vitest'
import { createProgressTree } from './progress.ts'

/** The tree that is written at last. */
async function written(
  act: (tree: ReturnType<typeof createProgressTree>) => void,
  earlier: readonly ProgressScope[] = [],
): Promise<readonly ProgressScope[]> {
  let last: readonly ProgressScope[] = []
  const tree = createProgressTree(async (roots) => void (last = roots), earlier)
  act(tree)
  await tree.flush()
  return last
}

const scope = (changes: Partial<ProgressScope>): ProgressScope => ({
  id: '1',
  name: 'Retrieve',
  status: 'Disposed',
  state: null,
  itemsCompleted: null,
  itemsTotal: null,
  unit: null,
  itemsFailed: null,
  startedUtc: '2026-01-31T12:00:00.000Z',
  endedUtc: '2026-01-31T12:01:00.000Z',
  childScopes: [],
  ...changes,
})

describe('the progress of a job', () => {
  test('has when each step began and ended, and what failed of it', async () => {
    const [step] = await written((tree) => {
      const deploy = tree.scope('Deploy', { total: 3, unit: 'components' })
      deploy.advance(2)
      deploy.setFailed(1)
      deploy.end()
    })
    expect(step).toMatchObject({ status: 'Disposed', itemsCompleted: 2, itemsTotal: 3, itemsFailed: 1 })
    expect(Date.parse(step?.endedUtc ?? '')).toBeGreaterThanOrEqual(Date.parse(step?.startedUtc ?? ''))
  })

  test('keeps the steps of an earlier run that are not taken again, in their order', async () => {
    const roots = await written(
      (tree) => {
        tree.scope('Deploy').end()
      },
      [scope({}), scope({ id: '2', name: 'Compare' })],
    )
    expect(roots.map(({ name }) => name)).toEqual(['Retrieve', 'Compare', 'Deploy'])
    expect(new Set(roots.map(({ id }) => id)).size).toBe(3)
    expect(roots[0]).toMatchObject(scope({}))
  })

  test('keeps the times of a step that the next run only passes again', async () => {
    const [step] = await written((tree) => tree.scope('Retrieve').end(), [scope({})])
    expect(step).toMatchObject({
      startedUtc: '2026-01-31T12:00:00.000Z',
      endedUtc: '2026-01-31T12:01:00.000Z',
    })
  })

  test('goes on with a step in which the earlier run was lost, and counts it anew', async () => {
    const lost = scope({ status: 'Executing', endedUtc: null, itemsCompleted: 7, itemsFailed: 2 })
    const roots = await written((tree) => void tree.scope('Retrieve', { total: 9 }), [lost])
    expect(roots).toMatchObject([
      {
        status: 'Executing',
        startedUtc: lost.startedUtc,
        itemsCompleted: 0,
        itemsTotal: 9,
        itemsFailed: null,
      },
    ])
  })

  test('takes two steps of one name for two', async () => {
    const roots = await written(
      (tree) => {
        tree.scope('Retrieve').end()
        tree.scope('Retrieve').end()
      },
      [scope({})],
    )
    expect(roots).toHaveLength(2)
  })

  test('keeps the parts of a step below it', async () => {
    const earlier = scope({ childScopes: [scope({ id: '2', name: 'Batches' })] })
    const [step] = await written((tree) => tree.scope('Retrieve').child('Batches').end(), [earlier])
    expect(step?.childScopes).toMatchObject([{ id: '2', name: 'Batches', status: 'Disposed' }])
  })
})

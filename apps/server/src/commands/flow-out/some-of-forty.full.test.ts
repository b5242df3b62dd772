import { expect, test } from 'vitest'
import { flowWorld } from '../testing/flow-world.ts'
import { initializedStack } from '../testing/initialized-stack.ts'
import { environmentOf, flowInAll, flowOutAll } from '../testing/run-job.ts'
import { alpha, apexClass } from '../testing/sample-metadata.ts'
import { undeployedRows } from '../testing/undeployed-rows.ts'

const world = flowWorld()

/** Two do not compile; one of the others needs one of the two, which shows once that one stays out. */
const failing = ['Broken', 'Needing', 'Wrong'] as const
const lines: Readonly<Record<string, string>> = {
  Broken: 'Object one = new Nowhere();',
  Needing: 'Object one = new Broken();',
  Wrong: 'void wrong( {',
}
const classes = [...failing, ...Array.from({ length: 37 }, (_, index) => `Good${index}`)].map(apexClass)

test('3 of 40 components stay out of an org over 3 attempts, are remembered, and are not reverted by the next flow in', async () => {
  const { flow, clone } = await initializedStack(world, [alpha.edit()])
  const { ctx } = world
  const files = classes.flatMap(({ name, file, body, meta }) => [
    [file, body(lines[name] ?? '// good')],
    [`${file}-meta.xml`, meta],
  ])
  const head = await clone.push(Object.fromEntries(files))
  const { job, output } = await flowOutAll(ctx, flow, { maxNumberAttempts: 3 })
  expect(job).toMatchObject({ outcome: 'Succeeded', error: null })
  expect(output.attempts).toHaveLength(3)
  expect(output.failures?.map(({ componentName }) => componentName).toSorted()).toEqual(failing)
  expect(output.successes).toHaveLength(37)
  for (const { name, path, body } of classes)
    expect([name, (await flow.org.text('ApexClass', name))?.[path]]).toEqual([
      name,
      name in lines ? undefined : body('// good'),
    ])
  expect(await environmentOf(ctx, flow)).toMatchObject({
    latestKnownParityCommitHash: head,
    latestKnownParityCommitHashOutbound: head,
    lastSnapshotNumber: 2,
  })
  const remembered = await undeployedRows(ctx, flow)
  expect(remembered.map(({ componentName }) => componentName).toSorted()).toEqual(failing)
  for (const { problems, failingSinceCommitHash } of remembered) {
    expect(problems.length).toBeGreaterThan(0)
    expect(failingSinceCommitHash).toBe(head)
  }
  const back = await flowInAll(ctx, flow)
  expect(back.output.retrieveResult?.changes).toEqual([])
  await clone.git('fetch', '--quiet')
  expect(await clone.git('rev-parse', 'origin/main')).toBe(head)
})

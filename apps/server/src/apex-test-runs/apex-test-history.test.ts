import { changesOfFlaky, runsOfHistory } from '@sluice/contract/apex-test-run'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { apexTestRun } from '../platform/database/schema/apex-test-runs.ts'
import {
  type EndOfTestRun,
  endTestRun,
  insertQueuedTestRun,
  type MethodResult,
} from './apex-test-run-store.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree
let minute: number

beforeEach(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
  minute = 0
  await app.current.ctx.database.asSystem((tx) =>
    tx.delete(apexTestRun).where(eq(apexTestRun.environmentId, tree.ids.environmentId)),
  )
})

const history = () => owner.client.apexTestRuns.getHistory({ params: tree.ids })

type Method = Pick<MethodResult, 'methodName' | 'outcome'> & Partial<MethodResult>

const methodResult = (method: Method): MethodResult => ({
  classId: null,
  namespace: null,
  className: 'QuoteTest',
  message: null,
  stackTrace: null,
  milliseconds: null,
  ...method,
})

/** A run that ended a minute after the one before it. */
async function endedRun(
  methods: readonly Method[],
  { status = 'Completed', coverage = null }: Partial<Pick<EndOfTestRun, 'status' | 'coverage'>> = {},
) {
  const { workspaceId, stackId, jobId, environmentId } = tree.ids
  const createdUtc = new Date(Date.UTC(2026, 0, 1, 0, minute++))
  const run = { workspaceId, stackId, jobId, environmentId, createdByUserId: owner.userId, testRunId: '707' }
  return await app.current.ctx.database.asSystem(async (tx) => {
    const id = await insertQueuedTestRun(tx, run)
    await tx.update(apexTestRun).set({ createdUtc }).where(eq(apexTestRun.id, id))
    const end = { status, startedUtc: null, methods: methods.map((one) => methodResult(one)), coverage }
    await endTestRun(tx, { workspaceId, id }, end)
    return { apexTestRunId: id, createdUtc: createdUtc.toISOString() }
  })
}

const measured = (name: string, linesCovered: number, linesUncovered: number) => ({
  name,
  isTrigger: false,
  linesCovered,
  linesUncovered,
  uncoveredLines: [],
})

test('an environment without ended runs has an empty history', async () => {
  expect(await history()).toEqual({ runs: 0, coverage: [], slowestMethods: [], flakyMethods: [] })
})

test('the coverage of each run that measured it is summed up, the oldest first', async () => {
  const first = await endedRun([], { coverage: [measured('Quote', 6, 2), measured('Order', 1, 1)] })
  await endedRun([])
  const last = await endedRun([], { coverage: [measured('Quote', 8, 0)] })
  expect(await history()).toMatchObject({
    runs: 3,
    coverage: [
      { ...first, linesCovered: 7, linesUncovered: 3 },
      { ...last, linesCovered: 8, linesUncovered: 0 },
    ],
  })
})

test('the slowest methods are those with the largest median duration', async () => {
  const durations = [
    { slow: 50, quick: 20 },
    { slow: 60, quick: 900 },
    { slow: 70, quick: 30 },
  ]
  for (const { slow, quick } of durations)
    await endedRun([
      { methodName: 'slow', outcome: 'Pass', milliseconds: slow },
      { methodName: 'quick', outcome: 'Pass', milliseconds: quick },
      { methodName: 'untimed', outcome: 'Pass' },
    ])
  const { slowestMethods } = await history()
  expect(slowestMethods).toEqual([
    {
      apexClassNamespace: null,
      apexClassName: 'QuoteTest',
      methodName: 'slow',
      runs: 3,
      failures: 0,
      changes: 0,
      medianDuration: 60,
    },
    expect.objectContaining({ methodName: 'quick', medianDuration: 30 }),
  ])
})

test('ten methods are listed at most', async () => {
  const methods = Array.from({ length: 12 }, (_, index) => ({
    methodName: `method${index}`,
    outcome: 'Pass' as const,
    milliseconds: index,
  }))
  await endedRun(methods)
  const { slowestMethods } = await history()
  expect(slowestMethods.map(({ methodName }) => methodName)).toEqual(
    methods
      .map(({ methodName }) => methodName)
      .toReversed()
      .slice(0, 10),
  )
})

test('a method is flaky that changed at least twice between passing and failing; skipped runs do not count', async () => {
  expect(changesOfFlaky).toBe(2)
  const outcomes = {
    flaky: ['Pass', 'Fail', 'Skip', 'Pass', 'Pass'],
    flakiest: ['Fail', 'Pass', 'CompileFail', 'Pass', 'Fail'],
    mended: ['Fail', 'Fail', 'Pass', 'Pass', 'Pass'],
    skippedOnce: ['Pass', 'Skip', 'Pass', 'Skip', 'Pass'],
  } as const
  for (let run = 0; run < 5; run++)
    await endedRun(
      Object.entries(outcomes).map(([methodName, all]) => ({ methodName, outcome: all[run] ?? 'Pass' })),
    )
  const { flakyMethods } = await history()
  expect(flakyMethods).toMatchObject([
    { methodName: 'flakiest', runs: 5, failures: 3, changes: 4 },
    { methodName: 'flaky', runs: 4, failures: 1, changes: 2 },
  ])
})

test('methods of the same name in other classes and packages are others', async () => {
  for (const outcome of ['Fail', 'Pass', 'Fail'] as const)
    await endedRun([
      { methodName: 'totals', outcome: 'Pass', namespace: 'pkg' },
      { methodName: 'totals', outcome },
      { methodName: 'totals', outcome: 'Pass', className: 'OrderTest' },
    ])
  const { flakyMethods } = await history()
  expect(flakyMethods).toMatchObject([
    { apexClassNamespace: null, apexClassName: 'QuoteTest', methodName: 'totals', runs: 3, changes: 2 },
  ])
})

test('aborted runs and runs before the last thirty do not count', async () => {
  await endedRun([{ methodName: 'old', outcome: 'Pass', milliseconds: 1 }])
  for (let run = 0; run < runsOfHistory; run++)
    await endedRun([{ methodName: 'recent', outcome: 'Pass', milliseconds: 1 }])
  await endedRun([{ methodName: 'aborted', outcome: 'Pass', milliseconds: 1 }], { status: 'Aborted' })
  const { runs, slowestMethods } = await history()
  expect({ runs, methods: slowestMethods.map(({ methodName }) => methodName) }).toEqual({
    runs: 30,
    methods: ['recent'],
  })
})

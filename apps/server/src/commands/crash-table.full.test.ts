import { jobCommandName } from '@sluice/contract/job-command-name'
import { expect, test } from 'vitest'
import { gitHubStandIn } from '../github/testing/github-stand-in.ts'
import {
  committedLines,
  crashDocument,
  dataOf,
  documentOf,
  linesOf,
  linesWith,
} from './testing/crash-document.ts'
import { crashRows } from './testing/crash-rows/crash-rows.ts'
import { flowInWithMerge } from './testing/crash-rows/flow-in-row.ts'
import { crashAt, pointsOf, titleOf } from './testing/crash-table.ts'
import { flowWorld } from './testing/flow-world.ts'
import { ObservedWorker } from './testing/observed-worker.ts'

const gitHub = await gitHubStandIn()
const worker = new ObservedWorker(flowWorld({ alsoGitHub: gitHub.settings }))

test.each(crashRows.map((row) => [titleOf(row), row] as const))(
  'the crash table has every point of %s at which a worker may be lost',
  async (_title, row) => {
    const points = linesOf(committedLines(), row).map(({ point }) => point)
    expect(points).toEqual(await pointsOf(worker, row))
  },
)

test.each(['push 1.intent', 'push 1.done'])(
  'a flow in whose worker is lost at %s ends as the crash table says',
  async (point) => {
    expect(linesOf(committedLines(), flowInWithMerge)).toContainEqual({
      ...(await crashAt(worker, flowInWithMerge, point)),
      title: titleOf(flowInWithMerge),
    })
  },
)

test('the crash table has the rows of the tests and no others', () => {
  const lines = committedLines()
  expect(dataOf(linesWith(new Map(), lines))).toBe(dataOf(lines))
})

test('the document of the crash table says what its data say', async () => {
  await expect(documentOf(committedLines())).toMatchFileSnapshot(crashDocument)
})

test('every command has a row in the crash table', () => {
  expect([...new Set(crashRows.map(({ command }) => command))].toSorted()).toEqual(
    jobCommandName.options.toSorted(),
  )
})

import { expect, test } from 'vitest'
import { casesOfSlice } from '../../../../tools/long/long-run.ts'
import { gitHubStandIn } from '../github/testing/github-stand-in.ts'
import {
  committedLines,
  crashData,
  crashDocument,
  dataOf,
  documentOf,
  linesWith,
} from './testing/crash-document.ts'
import type { CrashRow } from './testing/crash-rows/crash-row.ts'
import { crashRows } from './testing/crash-rows/crash-rows.ts'
import { type CrashLine, crashAt, pointsOf, titleOf } from './testing/crash-table.ts'
import { flowWorld } from './testing/flow-world.ts'
import { ObservedWorker } from './testing/observed-worker.ts'

const gitHub = await gitHubStandIn()
const worker = new ObservedWorker(flowWorld({ alsoGitHub: gitHub.settings }))

test('a job whose worker is lost at any point ends as if nothing had happened, as the crash table says', async () => {
  const tables = new Map<CrashRow, readonly CrashLine[]>()
  const wrong: string[] = []
  for (const row of casesOfSlice(crashRows)) {
    const lines: CrashLine[] = []
    for (const point of await pointsOf(worker, row)) lines.push(await crashAt(worker, row, point))
    tables.set(row, lines)
    const others = lines.filter(({ left }) => left !== row.leaves)
    wrong.push(...others.map(({ point, left }) => `${titleOf(row)}, ${point}: ${left}`))
  }
  const seen = linesWith(tables, committedLines())
  await expect(dataOf(seen)).toMatchFileSnapshot(crashData)
  await expect(documentOf(seen)).toMatchFileSnapshot(crashDocument)
  expect(wrong).toEqual([])
})

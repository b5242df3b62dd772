import { startProduct } from '../e2e/start-product.ts'
import { firstPaint, measureConflict } from './pages/measure-conflict.ts'
import {
  type PreparedStack,
  fileCount,
  prepareStackWithClasses,
  startChecks,
  startConflict,
  statesOf,
} from './pages/stack-with-conflict.ts'
import { judged } from './pages/stack-at-work.ts'
import { sized } from './sized.ts'

/** `npm run bench:busy-pages` measures a conflict of 1,000 files with two large profiles, and pages while 20 jobs run. */
const rounds = sized(5, 1)
const jobs = sized(20, 2)
const bounds = { openMs: 1_000, filterMs: 100, blockMs: 200, firstPaintMs: 300 }

const say = (line: string) => process.stdout.write(`${line}\n`)
const listed = (values: readonly number[]) => values.map(Math.round).join(', ')
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Measures the first paint while no job runs, and while all of the jobs run. */
async function firstPaints(prepared: PreparedStack): Promise<void> {
  const url = `${prepared.stack.url}/jobs`
  const visit = async () => firstPaint({ url, tokens: await prepared.signIn() })
  const idle: number[] = []
  for (let round = 0; round < rounds; round++) idle.push(await visit())
  const busy: number[] = []
  while (busy.length < rounds) {
    const started = await startChecks(prepared, jobs)
    await until(prepared, started, ({ running, unfinished }) => running === jobs || unfinished < jobs)
    while (busy.length < rounds && (await statesOf(prepared, started)).running === jobs) {
      const paint = await visit()
      // A paint after the end of the jobs is not counted.
      if ((await statesOf(prepared, started)).running === jobs) busy.push(paint)
    }
    await until(prepared, started, ({ unfinished }) => unfinished === 0)
  }
  const [quiet, loaded] = [median(idle), median(busy)]
  say(
    `first paint: ${judged(loaded, bounds.firstPaintMs)} while ${jobs} jobs run (${listed(busy)}), ${Math.round(quiet)} ms while none does (${listed(idle)}): ${(loaded / quiet).toFixed(1)} times`,
  )
}

type States = Awaited<ReturnType<typeof statesOf>>

async function until(
  prepared: PreparedStack,
  jobIds: readonly string[],
  isReached: (states: States) => boolean,
): Promise<void> {
  while (!isReached(await statesOf(prepared, jobIds)))
    await new Promise((resolve) => {
      setTimeout(resolve, 250)
    })
}

async function conflict(prepared: PreparedStack): Promise<void> {
  const url = await startConflict(prepared)
  for (let round = 1; round <= rounds; round++) {
    const figures = await measureConflict({ url, tokens: await prepared.signIn() }, fileCount)
    const { firstRowMs, openedMs, filterMs, filterGapMs, openTaskMs, editorTaskMs, idleGapMs } = figures
    say(
      `round ${round}: conflict of ${fileCount} files: first row ${judged(firstRowMs, bounds.openMs)} after the address was opened, ${judged(openedMs, bounds.openMs)} after a click on the page of the job; filtered in ${judged(filterMs, bounds.filterMs)}; longest task ${judged(openTaskMs, bounds.blockMs)} while it opens with a profile of 8 MiB in its list, ${judged(editorTaskMs, bounds.blockMs)} while one of 1.9 MiB opens in the editor; longest gap between frames ${Math.round(filterGapMs)} ms while a filter is typed, ${Math.round(idleGapMs)} ms without anything to do`,
    )
  }
}

const product = await startProduct({ settings: { SLUICE_RATE_LIMIT_FACTOR: '0' } })
try {
  const prepared = await prepareStackWithClasses(product)
  await firstPaints(prepared)
  await conflict(prepared)
  await prepared.clone.remove()
} finally {
  await product.stop()
}

import { startProduct } from '../e2e/start-product.ts'
import { type ListFigures, measureList } from './pages/measure-list.ts'
import { largestPaintMs } from './pages/measure-paint.ts'
import { judged, prepareStack, signIn, type StackAtWork } from './pages/stack-at-work.ts'
import { sized } from './sized.ts'

/** `npm run bench:console-pages` measures the largest contentful paint of the main pages, and a list of 10,000 rows. */
const rounds = sized(3, 1)
const rows = sized(10_000, 200)
const bounds = { largestPaintMs: 1_500, firstRowMs: 1_000, longestGapMs: 100 }

/** The paths of the main pages, relative to the stack. */
const pagesOf = ({ environmentSlug, jobId }: StackAtWork): Readonly<Record<string, string>> => ({
  stacks: '/../../stacks',
  environments: '/environments',
  environment: `/environments/${environmentSlug}/flow`,
  difference: `/environments/${environmentSlug}/difference`,
  jobs: '/jobs',
  job: `/jobs/${jobId}`,
  schedules: '/schedules',
  'test runs': '/test-runs',
  branches: '/repository',
  'stack settings': '/settings',
  members: '/../../members',
})

const write = (line: string) => process.stdout.write(`${line}\n`)

async function printPaint(name: string, paint: () => Promise<number>): Promise<void> {
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) times.push(await paint())
  const [slowest = 0, ...others] = times.toSorted((a, b) => b - a)
  write(`${name}: ${judged(slowest, bounds.largestPaintMs)}, also ${others.map(Math.round).join(' and ')} ms`)
}

const printList = (round: number, { firstRowMs, scrollGapMs, filterGapMs, idleGapMs }: ListFigures) =>
  write(
    `list, round ${round}: first row ${judged(firstRowMs, bounds.firstRowMs)}; longest gap between frames: ${judged(scrollGapMs, bounds.longestGapMs)} while scrolling, ${Math.round(filterGapMs)} ms while filtering, ${Math.round(idleGapMs)} ms without anything to do`,
  )

const product = await startProduct()
try {
  const signInPage = { address: `${product.origin}/signin`, tokens: null }
  const prepared = await prepareStack(product)
  const { client, stack } = prepared
  write('largest contentful paint, the slowest of three:')
  await printPaint('sign-in', () => largestPaintMs(signInPage))
  for (const [name, path] of Object.entries(pagesOf(prepared)))
    await printPaint(name, async () =>
      largestPaintMs({ address: stack.url + path, tokens: await signIn(client) }),
    )
  const workspace = stack.url.replace(/\/stacks\/.*/, '')
  for (let round = 1; round <= rounds; round++)
    printList(round, await measureList({ workspace, tokens: await signIn(client), rows }))
} finally {
  await product.stop()
}

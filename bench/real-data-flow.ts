import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../e2e/start-product.ts'
import { flowInChanges, flowOutChanges } from './real-data/flow-changes.ts'
import { connect, initialize } from './real-data/initialize.ts'
import { registerAndSignIn } from './real-data/product-client.ts'
import { createReport, type Report } from './real-data/report.ts'
import { proveRoundTrip } from './real-data/round-trip.ts'
import { prepareSeed, usualDataArchive } from './real-data/seed.ts'
import { account, printMemory } from './real-data/world.ts'

/** `npm run flow:real-data [-- <seeds.tar.zst>]` */
const dataArchive = process.argv[2] ?? usualDataArchive

/** The whole way of real metadata: org to Git, changes on both sides, and back into an empty org. */
async function flow(report: Report): Promise<void> {
  const seed = await report.step('Put the seed together', async () => prepareSeed(50, dataArchive))
  report.count('files in source format', seed.fileCount)
  const product = await report.step('Start the product and seed the org', async () =>
    startProduct({ practiceOrgArguments: [`--seed=${seed.folder}`] }),
  )
  const work = await mkdtemp(join(tmpdir(), 'sluice-real-data-'))
  try {
    const client = await report.step('Register and sign in', async () =>
      registerAndSignIn(product.origin, account),
    )
    const place = await report.step('Connect by device code, create workspace and stack', async () =>
      connect({ product, client }),
    )
    const clone = await initialize({ report, product, client, place, work }, seed.classNames)
    const world = { report, product, client, place, clone, work }
    const first = await flowInChanges(world)
    await flowOutChanges(world, first)
    await proveRoundTrip(world)
    await printMemory({ report, product })
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    report.check('the flow ran to its end', false, text)
    process.stdout.write(`${product.server.output().slice(-4_000)}\n`)
  } finally {
    await product.stop()
    await rm(work, { recursive: true, force: true })
  }
}

const report = createReport()
await flow(report).catch((error: unknown) => report.check('the script could start', false, String(error)))
process.exitCode = report.close()

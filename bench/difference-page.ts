import { startProduct } from '../e2e/start-product.ts'
import { cloneRepository } from '../e2e/working-clone.ts'
import { type DifferenceFigures, measureDifference } from './pages/measure-difference.ts'
import { account, judged, prepareStack, signIn, type StackAtWork } from './pages/stack-at-work.ts'
import { sized } from './sized.ts'

/** `npm run bench:difference-page`: the page of an environment whose branch has 5,000 components that its org lacks. */
const componentCount = sized(5_000, 60)
const rounds = sized(3, 1)
const bounds = { firstRowMs: 1_000, longestGapMs: 100 }
async function pushClasses(url: string): Promise<void> {
  const { emailAddress: username, password } = account
  const clone = await cloneRepository({ url, username, password })
  // Housekeeping in the background would still write while the folder is removed.
  await clone.git('config', 'gc.auto', '0')
  const meta =
    '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n'
  for (let index = 0; index < componentCount; index++) {
    const name = `Bench${String(index).padStart(5, '0')}`
    const path = `src/unpackaged/classes/${name}.cls`
    await clone.write(path, `public class ${name} {}\n`)
    await clone.write(`${path}-meta.xml`, meta)
  }
  await clone.commitAndPush(`Add ${componentCount} classes`)
  await clone.remove()
}

async function untilCompared({ client: { calls }, stack, environmentId }: StackAtWork): Promise<void> {
  const { workspaceId, stackId } = stack
  const params = { workspaceId, stackId, environmentId }
  for (let asked = 0; asked < 120; asked++) {
    const { components } = await calls.differences.listComponents({ params })
    if (components.length >= componentCount) return
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
  }
  throw new Error('The difference was not known a minute after the push.')
}

function print(
  round: number,
  { firstRowMs, openedMs, scrollGapMs, filterGapMs, idleGapMs }: DifferenceFigures,
) {
  process.stdout.write(
    `round ${round}: first row ${judged(firstRowMs, bounds.firstRowMs)} after the address was opened, ${judged(openedMs, bounds.firstRowMs)} after a click in the console; longest gap between frames: ${judged(scrollGapMs, bounds.longestGapMs)} while scrolling, ${judged(filterGapMs, bounds.longestGapMs)} while filtering, ${Math.round(idleGapMs)} ms without anything to do\n`,
  )
}

const product = await startProduct()
try {
  const prepared = await prepareStack(product)
  await pushClasses(prepared.repositoryUrl)
  await untilCompared(prepared)
  const environment = `${prepared.stack.url}/environments/${prepared.environmentSlug}`
  for (let round = 1; round <= rounds; round++)
    print(round, await measureDifference({ environment, tokens: await signIn(prepared.client) }))
} finally {
  await product.stop()
}

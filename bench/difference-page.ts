import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { createStack, type OwnStack } from '../e2e/own-stack.ts'
import { createOrg } from '../e2e/practice-org-admin.ts'
import { type Product, startProduct } from '../e2e/start-product.ts'
import { cloneRepository } from '../e2e/working-clone.ts'
import { measurePage, type PageFigures } from './difference-page/measure-page.ts'
import { type ProductClient, registerAndSignIn } from './real-data/product-client.ts'

/** `npm run bench:difference-page`: the page of an environment whose branch has 5,000 components that its org lacks. */
const componentCount = 5_000
const rounds = 3
const bounds = { firstRowMs: 1_000, longestGapMs: 100 }
const account = { emailAddress: 'bench@release.example', password: 'Lantern-42!' }

interface Prepared {
  readonly client: ProductClient
  readonly stack: OwnStack
  /** The slug of the environment of the production org. */
  readonly slug: string
}

async function prepare({ origin, practiceOrgOrigin }: Product): Promise<Prepared> {
  const client = await registerAndSignIn(origin, account)
  const org = await createOrg(practiceOrgOrigin)
  const stack = await createStack(client, org, { product: origin, practiceOrg: practiceOrgOrigin })
  const { defaultIncludeSpecs: includeSpecs } = await client.config()
  const submission = { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs } } as const
  await client.runJob(stack, submission, initializeStackResult)
  const [pushed] = await client.stacks(stack.workspaceId)
  const production = pushed?.productionEnvironment
  if (!production) throw new Error('The stack has no environment of its production org.')
  await pushClasses(pushed.gitRepositoryUrl)
  await untilCompared(client, { ...stack, environmentId: production.id })
  return { client, stack, slug: production.slug }
}

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

async function untilCompared(
  { calls }: ProductClient,
  { workspaceId, stackId, environmentId }: OwnStack & { environmentId: string },
): Promise<void> {
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

const judged = (value: number, bound: number) =>
  `${Math.round(value)} ms (at most ${bound}: ${value <= bound ? 'kept' : 'BROKEN'})`

function print(round: number, { firstRowMs, openedMs, scrollGapMs, filterGapMs, idleGapMs }: PageFigures) {
  process.stdout.write(
    `round ${round}: first row ${judged(firstRowMs, bounds.firstRowMs)} after the address was opened, ${judged(openedMs, bounds.firstRowMs)} after a click in the console; longest gap between frames: ${judged(scrollGapMs, bounds.longestGapMs)} while scrolling, ${judged(filterGapMs, bounds.longestGapMs)} while filtering, ${Math.round(idleGapMs)} ms without anything to do\n`,
  )
}

const product = await startProduct()
try {
  const { client, stack, slug } = await prepare(product)
  const environment = `${stack.url}/environments/${slug}`
  for (let round = 1; round <= rounds; round++) {
    const signIn = { body: { username: account.emailAddress, password: account.password } }
    const tokens = await client.calls.users.login(signIn)
    print(round, await measurePage({ environment, tokens }))
  }
} finally {
  await product.stop()
}

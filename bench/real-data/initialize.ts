import { join } from 'node:path'
import { initializeStackResult } from '@sluice/contract/job-commands/initialize-stack'
import { componentKey, unpackaged, type ComponentIdentity } from '@sluice/metadata/component'
import { isIncluded, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { readBranch } from './branch.ts'
import { cloneRepository, type Clone } from './clone.ts'
import { approveDeviceCode, componentsOf, people } from './practice-org.ts'
import type { StackPlace } from './product-client.ts'
import { account, metadataDirectory, printMemory, type World } from './world.ts'

/** Connects the org as a person does in onboarding, and makes workspace and stack. */
export async function connect({
  product,
  client,
}: Pick<World, 'client'> & { product: Pick<World['product'], 'practiceOrgOrigin'> }): Promise<StackPlace> {
  const signInUrl = product.practiceOrgOrigin
  const started = await client.calls.stacks.startDeviceCodeSignIn({ body: { signInUrl } })
  await approveDeviceCode(signInUrl, started.userCode, people.first.username)
  const params = { deviceCode: started.deviceCode }
  let result = await client.calls.stacks.pollDeviceCodeSignIn({ params, query: { signInUrl } })
  while (result.status === 'Pending') {
    await new Promise((resolve) => {
      setTimeout(resolve, started.recommendedPollingIntervalSeconds * 1_000)
    })
    result = await client.calls.stacks.pollDeviceCodeSignIn({ params, query: { signInUrl } })
  }
  const workspace = await client.calls.workspaces.create({
    body: {
      name: 'Real data',
      companyName: 'Real Data',
      firstName: 'Rhea',
      lastName: 'Data',
      phoneNumber: '+1 555 0100',
    },
  })
  const stack = await client.calls.stacks.create({
    params: { workspaceId: workspace.id },
    body: {
      name: 'Real data',
      gitRepositoryIsManaged: true,
      metadataDirectoryRelativePath: `/${metadataDirectory}`,
      sfdcEncryptedToken: result.tokenResponse?.encryptedToken ?? null,
    },
  })
  return { workspaceId: workspace.id, stackId: stack.id }
}

/** Initializes the stack and clones its repository. */
export async function initialize(
  { report, product, client, place, work }: Omit<World, 'clone'>,
  classNames: readonly string[],
): Promise<Clone> {
  const { defaultIncludeSpecs } = await client.config()
  const { output } = await report.step('Initialize the stack', async () =>
    client.runJob(
      place,
      { jobCommandName: 'InitializeStack', jobTemplate: { includeSpecs: defaultIncludeSpecs } },
      initializeStackResult,
    ),
  )
  report.count('members retrieved', output.stats.retrieval.components)
  report.count('batches', output.stats.retrieval.batches)
  report.count('bytes retrieved', output.stats.retrieval.bytes)
  report.count('files committed', output.stats.in.filesCommitted)
  await printMemory({ report, product })
  const [stack] = await client.stacks(place.workspaceId)
  const url = new URL(stack?.gitRepositoryUrl ?? '')
  url.username = encodeURIComponent(account.emailAddress)
  url.password = encodeURIComponent(account.password)
  const clone = await report.step('Clone the repository', async () =>
    cloneRepository(url, join(work, 'clone')),
  )
  const files = await clone.files()
  report.count('files in the repository', files.length)
  const { components } = await readBranch(clone)
  report.count('components in the repository, nested ones included', components.length)
  report.check('there are thousands of components', components.length >= 3_000)
  const lost = await lostComponents({
    origin: product.practiceOrgOrigin,
    includeSpecs: defaultIncludeSpecs,
    components,
  })
  report.check(
    'every included component of the org is in the repository',
    lost.length === 0,
    `${lost.length}: ${lost.slice(0, 20).join(' ')}`,
  )
  const missing = classNames.filter(
    (name) => !files.includes(`${metadataDirectory}/unpackaged/classes/${name}.cls`),
  )
  report.check('every written class is in the repository', missing.length === 0, missing.join(' '))
  report.check('the stack is initialized', stack?.isInitialized === true)
  return clone
}

/** What the org holds and the include specs want, and the repository lacks. */
async function lostComponents(given: {
  origin: string
  includeSpecs: string
  components: readonly ComponentIdentity[]
}): Promise<string[]> {
  const { specs } = parseIncludeSpecs(given.includeSpecs)
  const present = new Set(given.components.map((component) => componentKey(component)))
  return (await componentsOf(given.origin))
    .map(({ type, fullName }) => ({ packageName: unpackaged, componentType: type, componentName: fullName }))
    .filter((identity) => isIncluded(specs, identity) && !present.has(componentKey(identity)))
    .map(({ componentType, componentName }) => `${componentType}:${componentName}`)
}

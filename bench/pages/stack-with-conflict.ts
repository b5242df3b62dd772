import type { AuthTokens } from '@sluice/contract/user'
import type { OwnStack } from '../../e2e/own-stack.ts'
import type { PracticeOrgAdmin } from '../../e2e/practice-org-admin.ts'
import type { Product } from '../../e2e/start-product.ts'
import { type WorkingClone, cloneRepository } from '../../e2e/working-clone.ts'
import type { ProductClient } from '../real-data/product-client.ts'
import { account, prepareStack, signIn } from './stack-at-work.ts'
import { sized } from '../sized.ts'

/** Together with two profiles this is the largest number of files in a conflict. */
const classCount = sized(998, 18)
export const fileCount = classCount + 2
/** The size of a profile in the branch. The practice org accepts no edit of that size, so that its version is small. */
const largeBytes = sized(8 * 1024 * 1024, 10_000)
/** The size of a profile in branch and org, just below the 2 MiB that the editor opens. */
const editedBytes = sized(1.9 * 1024 * 1024, 10_000)
const everything = { environmentFilter: { include: { all: true } } }

/** A stack whose org has all of the classes and profiles. */
export interface PreparedStack {
  readonly client: ProductClient
  readonly stack: OwnStack
  readonly clone: WorkingClone
  readonly signIn: () => Promise<AuthTokens>
  /** Changes every class and the profiles in the org. */
  readonly editOrg: (word: string) => Promise<void>
}

/** Prepares a stack whose org has all of the classes and profiles, and a clone of its repository. */
export async function prepareStackWithClasses(product: Product): Promise<PreparedStack> {
  const {
    client,
    admin,
    stack,
    repositoryUrl: url,
  } = await prepareStack(product, (org) => editAll(org, 'first'))
  const { emailAddress: username, password } = account
  const clone = await cloneRepository({ url, username, password })
  // A garbage collection in the background would still write while the folder is removed.
  await clone.git('config', 'gc.auto', '0')
  return {
    client,
    stack,
    clone,
    signIn: () => signIn(client),
    editOrg: (word) => editAll(admin, word),
  }
}

async function editAll(org: PracticeOrgAdmin, word: string): Promise<void> {
  for (let index = 0; index < classCount; index++) await org.edit(classEdit(index, word))
  for (const [fullName, bytes] of [
    ['Large', 1_000],
    ['Edited', editedBytes],
  ] as const)
    await org.edit({
      type: 'Profile',
      fullName,
      files: { [`profiles/${fullName}.profile`]: profileText(word, bytes) },
    })
}

const className = (index: number) => `Bench${String(index).padStart(4, '0')}`
const classText = (index: number, word: string) => `public class ${className(index)} {\n  // ${word}\n}\n`
const meta =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n'

function classEdit(index: number, word: string) {
  const path = `classes/${className(index)}.cls`
  const files = { [path]: classText(index, word), [`${path}-meta.xml`]: meta }
  return { type: 'ApexClass', fullName: className(index), files }
}

/** Changes every class and the profiles in the branch. */
async function editBranch(clone: WorkingClone, word: string): Promise<void> {
  for (let index = 0; index < classCount; index++)
    await clone.write(`src/unpackaged/classes/${className(index)}.cls`, classText(index, word))
  await clone.write('src/unpackaged/profiles/Large.profile', profileText(word, largeBytes))
  await clone.write('src/unpackaged/profiles/Edited.profile', profileText(word, editedBytes))
  await clone.commitAndPush(`Change ${classCount} classes and two profiles`)
}

/** Makes a profile of this size from entries that every org returns. */
function profileText(description: string, bytesOfEntries: number): string {
  const entries: string[] = []
  for (let bytes = 0; bytes < bytesOfEntries; bytes += entries.at(-1)?.length ?? 0)
    entries.push(
      `    <userPermissions>\n        <enabled>true</enabled>\n        <name>Permission${String(entries.length).padStart(6, '0')}</name>\n    </userPermissions>\n`,
    )
  const namespace = 'http://soap.sforce.com/2006/04/metadata'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="${namespace}">\n    <custom>true</custom>\n    <description>${description}</description>\n${entries.join('')}</Profile>\n`
}

/** Starts this many check-only jobs, which can share the environment, and returns their ids. */
export async function startChecks({ client, stack }: PreparedStack, count: number): Promise<string[]> {
  const jobTemplate = { ...everything, checkOnly: true, retrieveMode: 'Full' } as const
  const params = { workspaceId: stack.workspaceId, stackId: stack.stackId }
  const started: string[] = []
  for (let index = 0; index < count; index++) {
    const [job] = await client.calls.jobs.provision({
      params,
      body: { jobCommandName: 'FlowIn', jobTemplate },
    })
    if (!job?.jobDetails) throw new Error('A job was refused.')
    started.push(job.jobDetails.id)
  }
  return started
}

/** Counts the jobs that run now and those that have not ended. */
export async function statesOf({ client, stack }: PreparedStack, jobIds: readonly string[]) {
  const params = { workspaceId: stack.workspaceId, stackId: stack.stackId }
  const jobs = await Promise.all(
    jobIds.map((jobId) => client.calls.jobs.get({ params: { ...params, jobId } })),
  )
  return {
    running: jobs.filter(({ status }) => status === 'Running').length,
    unfinished: jobs.filter(({ status }) => status !== 'Ended').length,
  }
}

/** Starts a flow in that stops at a conflict of all classes and profiles, and returns the address of its page. */
export async function startConflict(prepared: PreparedStack): Promise<string> {
  const { client, stack, clone, editOrg } = prepared
  await editBranch(clone, 'in the branch')
  await editOrg('in the org')
  const [job] = await client.calls.jobs.provision({
    params: { workspaceId: stack.workspaceId, stackId: stack.stackId },
    body: { jobCommandName: 'FlowIn', jobTemplate: { ...everything, mergeConflictsStrategy: 'AskForEach' } },
  })
  if (!job?.jobDetails) throw new Error('The flow in was refused.')
  return `${stack.url}/jobs/${job.jobDetails.id}`
}

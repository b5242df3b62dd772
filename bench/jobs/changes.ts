import { flowInResult } from '@sluice/contract/job-commands/flow-in'
import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import type { Product } from '../../e2e/start-product.ts'
import { cloneRepository } from '../../e2e/working-clone.ts'
import { account, prepareStack } from '../pages/stack-at-work.ts'

/** A stack with a small org, of which one class changes in the org or in the branch, and the flows that bring the change. */
export interface Work {
  readonly changeOrg: (word: string) => Promise<void>
  readonly changeBranch: (word: string) => Promise<void>
  readonly flowIn: () => Promise<void>
  readonly flowOut: () => Promise<void>
  readonly close: () => Promise<void>
}

const everything = { environmentFilter: { include: { all: true } } }
const codePath = 'classes/Alpha.cls'
const code = (word: string) => `public class Alpha {\n  // ${word}\n}\n`
const meta =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n'

export async function openWork(product: Product): Promise<Work> {
  const { client, admin, stack, repositoryUrl: url } = await prepareStack(product)
  const clone = await cloneRepository({ url, username: account.emailAddress, password: account.password })
  const flowIn = { jobCommandName: 'FlowIn', jobTemplate: everything } as const
  const flowOut = { jobCommandName: 'FlowOut', jobTemplate: { ...everything, noConfirm: true } } as const
  return {
    changeOrg: async (word) => {
      const files = { [codePath]: code(`${word}, in the org`), [`${codePath}-meta.xml`]: meta }
      await admin.edit({ type: 'ApexClass', fullName: 'Alpha', files })
    },
    changeBranch: async (word) => {
      await clone.git('pull', '--quiet', '--ff-only')
      await clone.write(`src/unpackaged/${codePath}`, code(`${word}, in Git`))
      await clone.commitAndPush(`Change ${word}`)
    },
    flowIn: async () => void (await client.runJob(stack, flowIn, flowInResult)),
    flowOut: async () => void (await client.runJob(stack, flowOut, flowOutResult)),
    close: () => clone.remove(),
  }
}

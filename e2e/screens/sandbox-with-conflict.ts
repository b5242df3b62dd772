import { createEnvironmentResult } from '@sluice/contract/job-commands/create-environment'
import type { Account } from '../fixtures.ts'
import type { OwnStack } from '../own-stack.ts'
import { type OwnOrg, practiceOrgAdmin, sandboxOf } from '../practice-org-admin.ts'
import { cloneRepository } from '../working-clone.ts'

const classFile = 'classes/Alpha.cls'
const alphaWith = (line: string) => `public class Alpha {\n  // ${line}\n}\n`

interface SandboxPlace {
  readonly account: Account
  readonly org: OwnOrg
  readonly practiceOrg: string
}

export interface SandboxAddresses {
  readonly sandboxSlug: string
  /** A flow in that waits until the file is resolved which both sides changed. */
  readonly conflictJobId: string
}

/** Gives an initialized stack a sandbox with tags, whose flow in stops at a merge conflict. */
export async function addSandboxWithConflict(
  { account, org, practiceOrg }: SandboxPlace,
  stack: OwnStack,
): Promise<SandboxAddresses> {
  const { client } = account
  await org.createGroup('Builders')
  const sandboxName = `s${org.id.slice(-8)}`
  const jobTemplate = {
    environmentName: 'Integration',
    gitBranchName: 'env/integration',
    sfdcSandboxName: sandboxName,
    sfdcSandboxLicenseType: 'Developer',
    sfdcSandboxActivationUserGroupName: 'Builders',
    tags: { team: 'Billing', nightly: null },
  }
  await client.runJob(stack, { jobCommandName: 'CreateEnvironment', jobTemplate }, createEnvironmentResult)
  const [shown] = await client.stacks(stack.workspaceId)
  const sandbox = shown?.environments.find(({ isProduction }) => !isProduction)
  await changeBranch(account, shown?.gitRepositoryUrl ?? '')
  const admin = practiceOrgAdmin(practiceOrg, (await sandboxOf(practiceOrg, org.id, sandboxName)) ?? '')
  const files = { ...(await admin.files('ApexClass', 'Alpha')), [classFile]: alphaWith('Changed in Setup.') }
  await admin.edit({ type: 'ApexClass', fullName: 'Alpha', files })
  const [flowIn] = await client.calls.jobs.provision({
    params: stack,
    body: {
      jobCommandName: 'FlowIn',
      jobTemplate: { environmentFilter: { include: { ids: [sandbox?.id ?? ''] } } },
    },
  })
  return { sandboxSlug: sandbox?.slug ?? '', conflictJobId: flowIn?.jobDetails?.id ?? '' }
}

async function changeBranch({ emailAddress: username, password }: Account, url: string): Promise<void> {
  const clone = await cloneRepository({ url, username, password })
  await clone.git('checkout', '--quiet', 'env/integration')
  await clone.write(`src/unpackaged/${classFile}`, alphaWith('Changed by a developer.'))
  await clone.commitAndPush('Change a class')
  await clone.remove()
}

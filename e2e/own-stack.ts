import type { ProductClient, StackPlace } from '../bench/real-data/product-client.ts'
import type { OwnOrg } from './practice-org-admin.ts'

export interface OwnStack extends StackPlace {
  /** The address of its pages. */
  readonly url: string
}

/** A workspace with one stack that is connected to the org; its repository is empty and no job has run. */
export async function createStack(
  { calls }: ProductClient,
  org: OwnOrg,
  origins: { readonly product: string; readonly practiceOrg: string },
): Promise<OwnStack> {
  const signInUrl = origins.practiceOrg
  const { deviceCode, userCode } = await calls.stacks.startDeviceCodeSignIn({ body: { signInUrl } })
  await org.approve(userCode)
  const poll = { params: { deviceCode }, query: { signInUrl } }
  const { tokenResponse } = await calls.stacks.pollDeviceCodeSignIn(poll)
  const names = { companyName: org.name, firstName: 'Robin', lastName: 'Release', phoneNumber: '+1 555 0100' }
  const workspace = await calls.workspaces.create({ body: { name: org.name, ...names } })
  const stack = await calls.stacks.create({
    params: { workspaceId: workspace.id },
    body: {
      name: 'Main',
      gitRepositoryIsManaged: true,
      metadataDirectoryRelativePath: '/src',
      sfdcEncryptedToken: tokenResponse?.encryptedToken ?? null,
    },
  })
  const url = `${origins.product}/workspaces/${workspace.slug}/stacks/${stack.slug}`
  return { workspaceId: workspace.id, stackId: stack.id, url }
}

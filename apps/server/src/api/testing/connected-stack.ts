import { newId } from '../../platform/ids.ts'
import type { Practice } from './practice.ts'
import type { SignedIn } from './test-app.ts'

/** Signs in to the practice org in the browser; gives the result as it is saved. */
export async function signInToPractice({ client }: SignedIn, practice: Practice): Promise<string> {
  const signInUrl = practice.origin
  const { deviceCode, userCode } = await client.stacks.startDeviceCodeSignIn({ body: { signInUrl } })
  await practice.approve(userCode)
  const polled = await client.stacks.pollDeviceCodeSignIn({ params: { deviceCode }, query: { signInUrl } })
  return polled.tokenResponse?.encryptedToken ?? ''
}

/** Makes a workspace with a stack that its owner connected to the practice org in the browser. */
export async function createConnectedStack(
  user: SignedIn,
  practice: Practice,
): Promise<{ workspaceId: string; stackId: string }> {
  const { client } = user
  const sfdcEncryptedToken = await signInToPractice(user, practice)
  const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
  const { id: workspaceId } = await client.workspaces.create({ body: { name: newId(), ...contact } })
  const body = { name: 'Main', gitRepositoryIsManaged: true, sfdcEncryptedToken }
  const { id: stackId } = await client.stacks.create({ params: { workspaceId }, body })
  return { workspaceId, stackId }
}

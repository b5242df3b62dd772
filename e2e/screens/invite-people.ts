import { invitationPath } from '@sluice/contract/invitation'
import type { Account } from '../fixtures.ts'
import type { OwnStack } from '../own-stack.ts'

/** Creates two invitations to the workspace of a stack; returns the path of the second one's link. */
export async function invitePeople({ client }: Account, { workspaceId }: OwnStack): Promise<string> {
  const { invitations } = client.calls
  const params = { workspaceId }
  await invitations.create({ params, body: { sendToEmailAddress: 'morgan@release.example' } })
  const body = { sendToEmailAddress: 'sam@release.example', accessLevel: 'Contributor' } as const
  const { id: invitationId } = await invitations.create({ params, body })
  const { token } = await invitations.getToken({ params: { workspaceId, invitationId } })
  return invitationPath({ workspaceId, invitationId, token })
}

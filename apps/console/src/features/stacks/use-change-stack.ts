import type { Stack } from '@sluice/contract/stack'
import type { stackChanges } from '@sluice/contract/stacks'
import type { z } from 'zod'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'

export type StackChanges = z.input<typeof stackChanges>

/** Saves changes of a stack; the local copy follows at once, the push confirms it. */
export function useChangeStack({ id: stackId, workspaceId }: Stack) {
  const client = useClient()
  return async (changes: StackChanges) => {
    await client.stacks.update({ params: { workspaceId, stackId }, body: changes })
    const current = entities.stacks.get(stackId)
    if (current) entities.stacks.apply([changed(current, changes)])
  }
}

/** What the stack is with its changes. */
function changed(stack: Stack, changes: StackChanges): Stack {
  const { metadataDirectoryRelativePath: path = stack.metadataDirectoryRelativePath } = changes
  return {
    ...stack,
    name: changes.name ?? stack.name,
    slug: changes.slug ?? stack.slug,
    metadataDirectoryRelativePath: path ?? '',
    ensureMetadataIsPortable: changes.ensureMetadataIsPortable ?? stack.ensureMetadataIsPortable,
    gitRepositoryUrl: changes.gitRepositoryUrl ?? stack.gitRepositoryUrl,
    gitUsernameClearText: changes.gitUsername ?? stack.gitUsernameClearText,
    sfdcApiVersionMode: changes.sfdcApiVersionMode ?? stack.sfdcApiVersionMode,
    ...appOf(stack, changes),
  }
}

/** The console knows only whether a secret is set. Another client ID removes the secrets of the app before. */
function appOf(stack: Stack, { sfdcClientId = stack.sfdcClientId, ...secrets }: StackChanges) {
  const isAnother = sfdcClientId !== stack.sfdcClientId
  const isSet = (change: string | null | undefined, wasSet: boolean) =>
    change === undefined ? wasSet && !isAnother : change !== null
  return {
    sfdcClientId,
    sfdcClientSecretIsSet: isSet(secrets.sfdcClientSecret, stack.sfdcClientSecretIsSet),
    sfdcPrivateKeyIsSet: isSet(secrets.sfdcPrivateKey, stack.sfdcPrivateKeyIsSet),
  }
}

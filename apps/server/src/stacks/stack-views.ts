import type { Stack } from '@sluice/contract/stack'
import { gitDisplayOf } from './git-display.ts'
import type { StackRow } from './stack-store.ts'

/** The stack as the API shows it, with the slug of its workspace for links. Secrets are told as "is set" and never otherwise. */
export const toStack = (row: StackRow, workspaceSlug: string): Stack => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  workspaceId: row.workspaceId,
  createdUtc: row.createdUtc.toISOString(),
  createdByUserId: row.createdByUserId,
  isInitialized: row.isInitialized,
  encryptionKeyIsSet: row.dataKeyWrapped !== null,
  gitRepositoryIsManaged: row.gitRepositoryIsManaged,
  managedRepositoryHost: hostOf(row),
  gitRepositoryUrl: row.gitRepositoryUrl,
  gitDisplayInfo: displayInfoOf(row, workspaceSlug),
  repositoryFirstReadUtc: row.repositoryFirstReadUtc?.toISOString() ?? null,
  gitUsernameIsSet: row.gitUsername !== null,
  gitUsernameClearText: row.gitUsername,
  gitPasswordIsSet: row.gitPasswordSealed !== null,
  metadataDirectoryRelativePath: row.metadataDirectoryRelativePath,
  metadataLayout: row.metadataLayout,
  ensureMetadataIsPortable: row.ensureMetadataIsPortable,
  sfdcBaseSignInUrl: row.sfdcBaseSignInUrl,
  sfdcBaseUsernameIsSet: row.sfdcBaseUsername !== null,
  sfdcBaseUsernameClearText: row.sfdcBaseUsername,
  sfdcPasswordIsSet: row.sfdcPasswordSealed !== null || row.sfdcTokenSealed !== null,
  sfdcClientId: row.sfdcClientId,
  sfdcClientSecretIsSet: row.sfdcClientSecretSealed !== null,
  sfdcPrivateKeyIsSet: row.sfdcPrivateKeySealed !== null,
  sfdcApiVersionMode: row.sfdcApiVersionMode,
  sfdcApiVersionBaseline: row.sfdcApiVersionBaseline,
})

function hostOf({
  gitRepositoryIsManaged,
  gitRepositoryIsOnGitHub,
}: StackRow): Stack['managedRepositoryHost'] {
  if (!gitRepositoryIsManaged) return null
  return gitRepositoryIsOnGitHub ? 'GitHub' : 'BuiltIn'
}

function displayInfoOf(row: StackRow, workspaceSlug: string): Stack['gitDisplayInfo'] {
  const display = gitDisplayOf(row, workspaceSlug)
  if (!display) return null
  const { branchUrl: _branch, editorUrl: _editor, ...info } = display
  return info
}

import type { ApiVersionMode } from '@sluice/contract/api-version-mode'
import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Transaction } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { firstFree, slugOf } from '../workspaces/slug.ts'
import type { SignedIn } from './encrypted-token.ts'
import { sealGitPassword } from './git-password.ts'
import { planGitHubRepository } from './managed-repository-store.ts'
import { type SealedStackColumn, sealForStack } from './stack-secrets.ts'
import { insertStack, listOtherStackNames, updateStack } from './stack-store.ts'

export interface NewStack {
  workspace: { id: string; slug: string }
  creatorUserId: string
  name: string
  slug?: string | undefined
  /** Null: a managed repository is made. */
  customRepository: { url: string; username: string; password: string } | null
  /** What a managed repository is named after; without it after workspace and stack. */
  repositoryName?: string
  metadataDirectoryRelativePath: string
  ensureMetadataIsPortable: boolean
  sfdcApiVersionMode: ApiVersionMode
  salesforce: Pick<SignedIn, 'signInUrl' | 'username' | 'token' | 'password' | 'app'>
}

/** Writes the stack with its key, its sealed credentials and, when it is managed, its repository. */
export async function createStack(
  ctx: Context,
  tx: Transaction,
  wanted: NewStack,
): Promise<{ id: string; slug: string; gitRepositoryUrl: string }> {
  const { customRepository, salesforce } = wanted
  const { url: gitRepositoryUrl, username, password } = customRepository ?? noRepositoryYet
  const workspaceId = wanted.workspace.id
  const slug = await freeSlug(tx, wanted)
  const id = newId()
  const key = { id, dataKeyWrapped: ctx.secrets.newDataKey(id) }
  const seal = (column: SealedStackColumn, clear: string | null) =>
    sealForStack(ctx.secrets, key, { column, clear })
  await insertStack(tx, {
    ...key,
    workspaceId,
    slug,
    name: wanted.name,
    createdUtc: ctx.clock.now(),
    createdByUserId: wanted.creatorUserId,
    gitRepositoryIsManaged: customRepository === null,
    gitRepositoryIsOnGitHub: customRepository === null && ctx.gitHub !== null,
    gitRepositoryUrl,
    gitUsername: username,
    gitPasswordSealed: sealGitPassword(ctx.secrets, { ...key, gitRepositoryUrl }, password),
    metadataDirectoryRelativePath: wanted.metadataDirectoryRelativePath,
    ensureMetadataIsPortable: wanted.ensureMetadataIsPortable,
    sfdcBaseSignInUrl: salesforce.signInUrl,
    sfdcBaseUsername: salesforce.username,
    sfdcPasswordSealed: seal('sfdc_password_sealed', salesforce.password),
    sfdcTokenSealed: seal('sfdc_token_sealed', salesforce.token && JSON.stringify(salesforce.token)),
    sfdcClientId: salesforce.app?.clientId ?? null,
    sfdcClientSecretSealed: seal('sfdc_client_secret_sealed', salesforce.app?.clientSecret ?? null),
    sfdcPrivateKeySealed: seal('sfdc_private_key_sealed', salesforce.app?.privateKey ?? null),
    sfdcApiVersionMode: wanted.sfdcApiVersionMode,
  })
  if (customRepository) return { id, slug, gitRepositoryUrl }
  const wantedName = wanted.repositoryName ?? `${wanted.workspace.slug}-${slug}`
  const owner = { workspaceId, stackId: id, wantedName }
  if (ctx.gitHub !== null) {
    await planGitHubRepository(tx, { ...owner, gitHubUrl: ctx.gitHub.organizationUrl })
    return { id, slug, gitRepositoryUrl }
  }
  const repository = await ctx.gitHost.createRepository(tx, owner)
  const managedUrl = ctx.gitHost.urlOf(repository.name)
  await updateStack(tx, id, { gitRepositoryUrl: managedUrl })
  return { id, slug, gitRepositoryUrl: managedUrl }
}

const noRepositoryYet = { url: '', username: null, password: null }

async function freeSlug(tx: Transaction, wanted: NewStack): Promise<string> {
  const others = await listOtherStackNames(tx, wanted.workspace.id)
  if (others.some((other) => other.name.toLowerCase() === wanted.name.toLowerCase())) throw nameIsTaken()
  return firstFree(wanted.slug ?? slugOf(wanted.name, 'stack'), (slug) =>
    others.some((other) => other.slug === slug),
  )
}

export function nameIsTaken(): AppError {
  const description = 'There is already another stack with this name'
  return new AppError('validationFailed', {
    validationErrors: [{ ...validationErrorOf('ValueDuplicate', 'name'), description }],
  })
}

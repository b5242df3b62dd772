import { apiVersionMode } from '@sluice/contract/api-version-mode'
import { labelledSlugField, nameField } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { gitCredentials, type newStack } from '@sluice/contract/stacks'
import { z } from 'zod'
import type { Connection } from '../salesforce-connection/connection.ts'

/** The whole wizard's values; which of them matter depends on the choices made. */
export const createStackForm = (namesInUse: readonly string[]) =>
  z
    .object({
      name: nameField('Stack name').refine(
        (name) => !namesInUse.includes(name.toLowerCase()),
        'There is already another stack with this name',
      ),
      slug: z.union([z.literal(''), labelledSlugField('Slug')]),
      metadataPath: z
        .string()
        .trim()
        .max(limits.relativePath, `Metadata path cannot be longer than ${limits.relativePath} characters`),
      ensureMetadataIsPortable: z.boolean(),
      repository: z.enum(['managed', 'custom']),
      repositoryUrl: z.string().trim(),
      username: z.string().trim(),
      password: z.string(),
      sfdcApiVersionMode: apiVersionMode,
      /** Made by the connection step, not typed in. */
      connection: z.custom<Connection>().nullable(),
    })
    .superRefine((form, context) => {
      if (form.repository === 'managed') return
      const checked = gitCredentials.safeParse(form satisfies z.input<typeof gitCredentials> & object)
      if (checked.success) return
      for (const issue of checked.error.issues)
        if (issue.code !== 'unrecognized_keys')
          context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
    })
export type CreateStackForm = z.infer<ReturnType<typeof createStackForm>>

export const newCreateStackForm: CreateStackForm = {
  name: '',
  slug: '',
  metadataPath: '/src',
  ensureMetadataIsPortable: false,
  repository: 'managed',
  repositoryUrl: '',
  username: '',
  password: '',
  sfdcApiVersionMode: 'Baseline',
  connection: null,
}

/** What is submitted. A managed repository brings no address and no credentials. */
export function toNewStack(form: CreateStackForm): z.input<typeof newStack> {
  const isCustom = form.repository === 'custom'
  return {
    name: form.name,
    ...(form.slug === '' ? {} : { slug: form.slug }),
    gitRepositoryIsManaged: !isCustom,
    gitRepositoryUrl: isCustom ? form.repositoryUrl : null,
    gitUsername: isCustom ? form.username : null,
    gitPassword: isCustom ? form.password : null,
    metadataDirectoryRelativePath: form.metadataPath,
    ensureMetadataIsPortable: form.ensureMetadataIsPortable,
    sfdcApiVersionMode: form.sfdcApiVersionMode,
    ...salesforceOf(form.connection),
  }
}

/** Stored credentials are sent as they were typed in, with the security token appended; other ways bring their token. */
function salesforceOf(connection: Connection | null) {
  if (connection === null) return {}
  const { signInUrl, token, credentials } = connection
  if (credentials === null) return { sfdcEncryptedToken: token.encryptedToken, sfdcBaseSignInUrl: signInUrl }
  const { username, password } = credentials
  return { sfdcBaseSignInUrl: signInUrl, sfdcBaseUsername: username, sfdcPassword: password }
}

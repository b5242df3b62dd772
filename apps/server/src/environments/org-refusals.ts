import { AppError } from '../platform/app-error.ts'

/** An error of Salesforce, by its code. */
export interface OrgError extends Error {
  code: string
}

export interface OrgRefusals<E> {
  /** Nothing is kept that could sign in. */
  missing(): AppError
  /** The org does not accept the authorization any more. */
  expired(cause?: E): AppError
  /** Any other error of a question to an org. */
  refused(error: E): AppError
}

const refusedCodes = new Set(['invalidSession', 'invalidGrant', 'invalidCredentials', 'loginDisabled'])

/** How a question that an org refused is answered; `explain` knows the way out of some refusals. */
export function orgRefusals<E extends OrgError>(
  explain: (error: E) => { readonly text: string } | null,
): OrgRefusals<E> {
  const optionsOf = (cause: E | undefined) => {
    const text = cause === undefined ? undefined : explain(cause)?.text
    return { cause, ...(text === undefined ? {} : { detail: text }) }
  }
  return {
    missing: () => new AppError('sfdcCredentialsMissing'),
    expired: (cause) => new AppError('sfdcCredentialsInvalid', optionsOf(cause)),
    refused(error) {
      if (error.code === 'passwordExpired')
        return new AppError('sfdcCredentialsPasswordExpired', optionsOf(error))
      const type = refusedCodes.has(error.code) ? 'sfdcCredentialsInvalid' : 'sfdcInternalError'
      return new AppError(type, optionsOf(error))
    },
  }
}

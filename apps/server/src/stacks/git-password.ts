import { type SecretPlace, type Secrets, unboundEnvelopePrefix } from '../platform/secrets.ts'
import { dataKeyOf } from './stack-secrets.ts'
import type { StackRow } from './stack-store.ts'

type Repository = Pick<StackRow, 'id' | 'dataKeyWrapped' | 'gitRepositoryUrl'>

/** Seals the password for the origin of the stack's repository address; null stays null. */
export const sealGitPassword = (secrets: Secrets, stack: Repository, clear: string | null): string | null =>
  clear === null ? null : secrets.seal(dataKeyOf(stack), placeOf(stack), clear)

/** The stored password. Throws SecretError when it was sealed for another origin than the repository's. */
export const openGitPassword = (
  secrets: Secrets,
  stack: Repository & Pick<StackRow, 'gitPasswordSealed'>,
): string | null =>
  stack.gitPasswordSealed === null
    ? null
    : secrets.open(dataKeyOf(stack), placeOf(stack), stack.gitPasswordSealed)

/** Whether two repository addresses lead to the same server, so that a password for one may be sent to the other. */
export const isSameOrigin = (one: string, other: string): boolean => originOf(one) === originOf(other)

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

const placeOf = ({ id, gitRepositoryUrl }: Repository): SecretPlace => ({
  ...unboundPlace(id),
  origin: originOf(gitRepositoryUrl),
})

const unboundPlace = (rowId: string): SecretPlace => ({
  table: 'stack',
  column: 'git_password_sealed',
  rowId,
})

/** What a stack of an earlier release has to change: no user information in the address, and a bound password. */
export function withBoundPassword(
  secrets: Secrets,
  stack: Repository & Pick<StackRow, 'gitPasswordSealed'>,
): Pick<StackRow, 'gitRepositoryUrl' | 'gitPasswordSealed'> {
  const { id, gitPasswordSealed: sealed } = stack
  const gitRepositoryUrl = withoutUserInformation(stack.gitRepositoryUrl)
  if (!sealed?.startsWith(unboundEnvelopePrefix)) return { gitRepositoryUrl, gitPasswordSealed: sealed }
  const clear = secrets.open(dataKeyOf(stack), unboundPlace(id), sealed)
  return {
    gitRepositoryUrl,
    gitPasswordSealed: sealGitPassword(secrets, { ...stack, gitRepositoryUrl }, clear),
  }
}

function withoutUserInformation(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}

import { AppError } from '../platform/app-error.ts'
import type { Secrets, WrappedKey } from '../platform/secrets.ts'
import type { StackRow } from './stack-store.ts'

type Sealing = Pick<StackRow, 'id' | 'dataKeyWrapped'>
export type SealedStackColumn =
  | 'sfdc_password_sealed'
  | 'sfdc_token_sealed'
  | 'sfdc_client_secret_sealed'
  | 'sfdc_private_key_sealed'

/** The stack's data key as stored. Refuses a stack that has none. */
export function dataKeyOf(stack: Sealing): WrappedKey {
  if (stack.dataKeyWrapped === null) throw new AppError('encryptionKeyMissing')
  return { ownerId: stack.id, wrapped: stack.dataKeyWrapped }
}

/** Seals a value for one column of the stack's row; null stays null. */
export function sealForStack(
  secrets: Secrets,
  stack: Sealing,
  value: { column: SealedStackColumn; clear: string | null },
): string | null {
  if (value.clear === null) return null
  return secrets.seal(dataKeyOf(stack), placeOf(stack, value.column), value.clear)
}

export function openOfStack(
  secrets: Secrets,
  stack: Sealing,
  value: { column: SealedStackColumn; sealed: string | null },
): string | null {
  if (value.sealed === null) return null
  return secrets.open(dataKeyOf(stack), placeOf(stack, value.column), value.sealed)
}

const placeOf = (stack: Sealing, column: SealedStackColumn) => ({ table: 'stack', column, rowId: stack.id })

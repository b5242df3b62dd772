import { HttpError } from '@sluice/http/errors'
import type { HttpReply, HttpRequest } from '@sluice/http/messages'
import { send } from '@sluice/http/send'
import { SalesforceError } from './errors.ts'

export type SalesforceRequest = Omit<HttpRequest, 'peer'>

/**
 * Makes one call to Salesforce. `read` gets the reply whatever its status; the connection ends when `read` is done.
 * @throws SalesforceError `network`, `lostReply`, `timeout`, `aborted`, `unsafeAddress`, `tooLarge`, and what `read` throws
 */
export async function sendToSalesforce<T>(
  request: SalesforceRequest,
  read: (reply: HttpReply) => Promise<T>,
): Promise<T> {
  try {
    return await send({ ...request, peer: 'Salesforce' }, async (reply) =>
      read({ ...reply, body: piecesOf(reply.body) }),
    )
  } catch (error) {
    throw salesforceErrorOf(error)
  }
}

/** Readers decide by the errors of this package, also while the reply still arrives. */
async function* piecesOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw salesforceErrorOf(error)
  }
}

function salesforceErrorOf(error: unknown): unknown {
  if (!(error instanceof HttpError)) return error
  const { code, status, retryable, outcomeUnknown, cause } = error
  const message = code === 'unsafeAddress' ? 'The address of the org is not a public one.' : error.message
  return new SalesforceError(code, message, { status, retryable, outcomeUnknown, cause })
}

import { limits } from '@sluice/contract/limits'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/app-error.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Lets the routes of this part of the server take plain text, and nothing else. A form of another site can send plain text too,
 * but never with the access token that each of these calls needs.
 */
export function acceptPlainText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'buffer', bodyLimit: limits.editedConflictBytes } as const
  scope.addContentTypeParser('text/plain', options, async (_request: unknown, body: Buffer) => textOf(body))
}

function textOf(body: Buffer): string {
  try {
    return decoder.decode(body)
  } catch {
    throw new AppError('invalidRequestData', { detail: 'The text is not UTF-8.' })
  }
}

import { z } from 'zod'

/** One broken rule; `code` is an identifier of `validation-errors.ts` or an identity code. */
export const validationError = z.object({
  code: z.string(),
  property: z.string().nullable(),
  description: z.string(),
})
export type ValidationError = z.infer<typeof validationError>

/** What the caller would have to be allowed to do. */
export const missingAuthorization = z.object({ operation: z.string(), resource: z.string() })
export type MissingAuthorization = z.infer<typeof missingAuthorization>

/** The error object of every failed call (RFC 9457). */
export const problemDetails = z.object({
  type: z.string(),
  title: z.string(),
  detail: z.string().nullable().optional(),
  status: z.number().int(),
  instance: z.string().nullable().optional(),
  traceId: z.string().nullable().optional(),
  exception: z.string().nullable().optional(),
  validationErrors: z.array(validationError).optional(),
  missingAuthorizations: z.array(missingAuthorization).optional(),
})
export type ProblemDetails = z.infer<typeof problemDetails>

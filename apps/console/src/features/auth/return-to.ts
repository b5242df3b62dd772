import { z } from 'zod'

/** Only an address of this origin survives: one slash, then neither a slash nor a backslash. */
export const returnTo = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined)

export const returnToSearch = z.object({ returnTo })

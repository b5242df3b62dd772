import { z } from 'zod'

/** The access levels of a workspace, lowest first. */
export const accessLevels = ['Reader', 'Operator', 'Contributor', 'Administrator'] as const
/** One of the levels, as the API carries it. */
export const accessLevel = z.enum(accessLevels)
export type AccessLevel = z.infer<typeof accessLevel>

/** The lowest of several levels, as the initial value of the change-role dialog needs it. */
export function lowestAccessLevel(levels: readonly AccessLevel[]): AccessLevel {
  return accessLevels.find((level) => levels.includes(level)) ?? 'Reader'
}

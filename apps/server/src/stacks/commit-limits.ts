import type { Config } from '../platform/config/config.ts'

export const includeFile = '.sluiceinclude'
/** Read where our own file is missing, so that teams can move over from the product that wrote it. */
export const otherIncludeFile = '.orgflowinclude'

/** Thousands of rules; the time of a flow grows with each of them. */
export const maxIncludeFileBytes = 256 * 1024

/** What a commit may hold that is pushed to the built-in host, or that a job or a look reads from another host. */
export function commitLimits({ limits }: Pick<Config, 'limits'>) {
  return {
    entries: limits.repositoryFiles,
    fileBytes: limits.fileBytes,
    small: { names: [includeFile, otherIncludeFile], bytes: maxIncludeFileBytes },
  }
}

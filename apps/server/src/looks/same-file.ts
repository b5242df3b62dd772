import { blobHash } from '@sluice/git/blob-hash'
import { saysTheSame } from '@sluice/metadata/diff/says-the-same'
import { differsInStatusOnly, isFlowPath } from '@sluice/metadata/flow-status'
import { normaliseFile } from '@sluice/metadata/normalise'

/**
 * Whether a file of the org says what a file of the repository says. Formatting, comments and order by hand are no
 * difference, nor is whether a flow is active: a flow in compares in the same way.
 */
export function isSameFile(
  path: string,
  inRepository: Uint8Array | null,
  { content, apiVersion }: { readonly content: Uint8Array | null; readonly apiVersion: string },
): boolean {
  if (inRepository === null || content === null) return inRepository === content
  if (Buffer.compare(inRepository, content) === 0) return true
  if (blobHash(normaliseFile({ path, content: inRepository, apiVersion })) === blobHash(content)) return true
  if (saysTheSame(path, inRepository, content)) return true
  return isFlowPath(path) && differsInStatusOnly(inRepository, content)
}

import { type OpenedRepository, openObjectReader } from './cat-file.ts'
import { GitError } from './errors.ts'
import { findFiles } from './find-files.ts'

/**
 * Reads one file of a commit; null when there is none at the path. Raises `tooLarge` for one beyond `maxBytes`, and what `findFiles`
 * raises.
 */
export async function readFileAt(
  repository: OpenedRepository,
  { commit, path, maxBytes, signal }: ReadFile,
): Promise<Buffer | null> {
  const reader = repository.reader ?? openObjectReader(repository, signal ? { signal } : {})
  try {
    const file = (await findFiles(reader, commit, [path])).get(path)
    if (file === undefined) return null
    if (maxBytes !== undefined && (await reader.sizeOf(file.hash)) > maxBytes)
      throw new GitError('tooLarge', `The file ${path} is larger than ${maxBytes} bytes.`)
    return await reader.read(file.hash)
  } finally {
    if (repository.reader === undefined) await reader.close()
  }
}

interface ReadFile {
  readonly commit: string
  readonly path: string
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

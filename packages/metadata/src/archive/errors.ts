/**
 * Why an archive is refused: not a zip, too much in it, a name that is not safe, a form of zip
 * that is not read, or content that does not fit its checksum.
 */
export type ArchiveErrorCode = 'malformed' | 'limit' | 'unsafePath' | 'unsupported' | 'corrupt'

/** An archive that is refused; `path` names the entry when one is at fault. */
export class ArchiveError extends Error {
  readonly code: ArchiveErrorCode
  readonly path: string | null

  constructor(code: ArchiveErrorCode, message: string, path: string | null = null) {
    super(path === null ? message : `${message}: ${path}`)
    this.name = 'ArchiveError'
    this.code = code
    this.path = path
  }
}

/** Why a document is refused: not well-formed, a DOCTYPE, more than the limits, or not UTF-8. */
export type XmlErrorCode = 'malformed' | 'doctype' | 'limit' | 'encoding'
/** A document that the reader refuses, with the place (line and column from 1, columns in code units). */
export class XmlError extends Error {
  readonly code: XmlErrorCode
  readonly line: number
  readonly column: number
  constructor(code: XmlErrorCode, message: string, at: { line: number; column: number }) {
    super(`${message} (line ${at.line}, column ${at.column})`)
    this.name = 'XmlError'
    this.code = code
    this.line = at.line
    this.column = at.column
  }
}

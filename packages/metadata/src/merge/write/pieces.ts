import type { XmlDocument } from '../../xml/document.ts'

/** A part of a version, between two offsets of bytes. */
export interface ByteRange {
  readonly document: XmlDocument
  readonly from: number
  readonly to: number
}

/** Part of a result: what a version holds is named, not copied, until the whole is written. */
export type Written = string | ByteRange

/** A piece of the result: what stands before it, and its text. A conflict's text holds whole lines. */
export interface Piece {
  readonly gap: Written
  readonly text: readonly Written[]
  readonly isConflict: boolean
}

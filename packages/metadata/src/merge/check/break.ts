import type { Place } from './places.ts'

/** Something in a file that does not fit together. */
export interface Break {
  /** The same in every version of the file that is broken in the same way. */
  readonly id: string
  /** One sentence for people. */
  readonly message: string
  /** The elements that do not fit, in the file that was looked at. */
  readonly places: readonly Place[]
  /** The places are whole entries: each may go without what lies around it. */
  readonly standAlone?: boolean
  /** Nobody has to decide now. */
  readonly isWarning?: boolean
}

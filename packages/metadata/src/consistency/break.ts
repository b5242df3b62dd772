import type { Place } from './places.ts'

/** Something in a file that does not fit together. */
export interface Break {
  /** The same in every version of the file that is broken in the same way. */
  readonly id: string
  /** One sentence for people. */
  readonly message: string
  /** The elements that do not fit, in the file that was looked at. */
  readonly places: readonly Place[]
  /** Nobody has to decide now. */
  readonly isWarning?: boolean
}

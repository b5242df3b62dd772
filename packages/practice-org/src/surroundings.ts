import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'

/** What an org needs from the process around it; `Practice` is one. */
export interface Surroundings {
  readonly journal: Journal
  readonly faults: Faults
  readonly settings: { timeScale: number }
  /** Waits as long as something takes on the real service, by the time scale. `realMs` in milliseconds. */
  takeTime: (realMs: number) => Promise<void>
}

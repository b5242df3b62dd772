import type { CrashRow } from './crash-row.ts'
import { flowInRow } from './flow-in-row.ts'

/** The commands of the crash table. */
export const crashRows: readonly CrashRow[] = [flowInRow]

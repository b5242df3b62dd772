import { vi } from 'vitest'

import { includeLaws } from './include-laws.ts'

// A busy machine makes many cases slow, not wrong.
vi.setConfig({ testTimeout: 3_600_000 })
includeLaws(1000)

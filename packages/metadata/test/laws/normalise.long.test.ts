import { vi } from 'vitest'

import { normaliseLaws } from './normalise-laws.ts'

// A busy machine makes many cases slow, not wrong.
vi.setConfig({ testTimeout: 3_600_000 })
normaliseLaws(100_000)

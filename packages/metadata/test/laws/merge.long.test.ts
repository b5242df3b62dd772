import { vi } from 'vitest'

import { mergeLaws } from './merge-laws.ts'

// A busy machine makes many cases slow, not wrong.
vi.setConfig({ testTimeout: 3_600_000 })
mergeLaws(100_000)

import { vi } from 'vitest'

import { pathsLaws } from './paths-laws.ts'

// A busy machine makes many cases slow, not wrong.
vi.setConfig({ testTimeout: 3_600_000 })
pathsLaws(1000)

import { vi } from 'vitest'

import { xmlLaws } from './xml-laws.ts'

// A busy machine makes many cases slow, not wrong.
vi.setConfig({ testTimeout: 3_600_000 })
xmlLaws(100_000)

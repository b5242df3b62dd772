import { vi } from 'vitest'

import { mergeContentLaws } from './merge-content-laws.ts'

// A busy machine makes many cases slow, not wrong.
vi.setConfig({ testTimeout: 3_600_000 })
mergeContentLaws(1000)

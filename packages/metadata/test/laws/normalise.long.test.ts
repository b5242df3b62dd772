import { normaliseLaws } from './normalise-laws.ts'

normaliseLaws(100_000)

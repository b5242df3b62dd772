import { normaliseLaws } from './normalise-laws.ts'

normaliseLaws(1000)

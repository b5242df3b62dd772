import { runsOfSlice } from '../../../../tools/long/long-run.ts'
import { normaliseLaws } from './normalise-laws.ts'

normaliseLaws(runsOfSlice(100_000))

import { longRunSeed, runsOfSlice } from '../../../../tools/long/long-run.ts'
import { referenceMergeLaws } from './reference-merge-laws.ts'

referenceMergeLaws(runsOfSlice(20_000), longRunSeed())

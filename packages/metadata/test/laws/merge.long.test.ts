import { runsOfSlice } from '../../../../tools/long/long-run.ts'
import { mergeLaws } from './merge-laws.ts'

mergeLaws(runsOfSlice(100_000))

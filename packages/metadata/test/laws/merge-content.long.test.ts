import { runsOfSlice } from '../../../../tools/long/long-run.ts'
import { mergeContentLaws } from './merge-content-laws.ts'

mergeContentLaws(runsOfSlice(100_000))

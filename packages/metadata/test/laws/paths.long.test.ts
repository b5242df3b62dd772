import { runsOfSlice } from '../../../../tools/long/long-run.ts'
import { pathsLaws } from './paths-laws.ts'

pathsLaws(runsOfSlice(100_000))

import { runsOfSlice } from '../../../../tools/long/long-run.ts'
import { includeLaws } from './include-laws.ts'

includeLaws(runsOfSlice(100_000))

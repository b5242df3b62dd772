import { runsOfSlice } from '../../../../tools/long/long-run.ts'
import { xmlLaws } from './xml-laws.ts'

xmlLaws(runsOfSlice(100_000))

import { includeLaws } from './include-laws.ts'

includeLaws(100_000)

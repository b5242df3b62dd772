import { includeLaws } from './include-laws.ts'

includeLaws(1000)

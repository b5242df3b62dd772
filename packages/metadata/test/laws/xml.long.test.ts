import { xmlLaws } from './xml-laws.ts'

xmlLaws(100_000)

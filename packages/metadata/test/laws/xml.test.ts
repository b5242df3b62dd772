import { xmlLaws } from './xml-laws.ts'

xmlLaws(1000)

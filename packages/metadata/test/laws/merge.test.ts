import { mergeLaws } from './merge-laws.ts'

mergeLaws(1000)

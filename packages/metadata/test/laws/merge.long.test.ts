import { mergeLaws } from './merge-laws.ts'

mergeLaws(100_000)

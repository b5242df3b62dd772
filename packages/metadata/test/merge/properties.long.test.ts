import { mergeLaws } from './properties.ts'

mergeLaws(100_000)

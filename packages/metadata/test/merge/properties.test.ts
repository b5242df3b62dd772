import { mergeLaws } from './properties.ts'

mergeLaws(1000)

import { referenceMergeLaws } from './reference-merge-laws.ts'

referenceMergeLaws(100, 7)

import { pathsLaws } from './paths-laws.ts'

pathsLaws(100_000)

import { pathsLaws } from './paths-laws.ts'

pathsLaws(1000)

import { mergeContentLaws } from './merge-content-laws.ts'

mergeContentLaws(100_000)

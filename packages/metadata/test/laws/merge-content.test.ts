import { mergeContentLaws } from './merge-content-laws.ts'

mergeContentLaws(1000)

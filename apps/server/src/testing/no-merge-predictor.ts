import type { Context } from '../context.ts'

const refuse = () => Promise.reject(new Error('This process predicts no merge.'))

/** Stands in a test context whose test predicts no merge. */
export const noMergePredictor: Pick<Context, 'predictMerge' | 'readMergedComponent'> = {
  predictMerge: refuse,
  readMergedComponent: refuse,
}

import { lineDiff } from './line-diff.ts'

/** Compares off the thread that handles input. The page that asked ends this one when its time is over. */
addEventListener('message', ({ data }: MessageEvent<{ a: string; b: string }>) => {
  postMessage(lineDiff(data.a, data.b, Number.POSITIVE_INFINITY))
})

// The script of the threads that compare elements for the pages of the Git host.
import { handle, serveThread } from '../platform/threads/serve-thread.ts'
import { elementsTask, sentencesTask } from './element-tasks.ts'
import { elementsOf, sentencesOf } from './name-elements.ts'

serveThread(
  [
    handle(sentencesTask, async ({ before, after }) => sentencesOf(before, after)),
    handle(elementsTask, async ({ content }) => elementsOf(content)),
  ],
  {},
)

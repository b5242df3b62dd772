import type { QuestionTurn } from '../../steps/branch/ask-about-conflicts.ts'

/** A part of a job. */
type Part<T> = (turn: QuestionTurn) => Promise<T>

/**
 * Runs two parts of a job at the same time. A part asks people only when the other one has succeeded or has to ask too, so that
 * nobody answers for a job that fails anyway; the first part asks first, because a job waits for one answer at a time.
 * @throws what the first part throws, otherwise what the second one throws, once neither works any more
 */
export async function sideBySide<A, B>(first: Part<A>, second: Part<B>): Promise<readonly [A, B]> {
  let secondHasToAsk: (() => void) | undefined
  const secondAsks = new Promise<void>((resolve) => {
    secondHasToAsk = resolve
  })
  const ofFirst: Promise<A> = first(async () => void (await Promise.race([secondAsks, ofSecond])))
  const ofSecond: Promise<B> = second(async () => {
    secondHasToAsk?.()
    await ofFirst
  })
  const [one, other] = await Promise.allSettled([ofFirst, ofSecond])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  return [one.value, other.value]
}

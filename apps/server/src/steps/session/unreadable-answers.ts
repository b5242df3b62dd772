import { SalesforceError } from '@sluice/salesforce/errors'

/** How many answers in a row may be unreadable: a page of a gateway passes, a wrong address or a proxy that rewrites does not. */
const mostInARow = 3

/** Whether an answer came that is not what was asked for, such as a page of HTML: it may pass, but is not waited for as a server that is away. */
export const isUnreadable = (answer: unknown): answer is SalesforceError =>
  answer instanceof SalesforceError && answer.code === 'badResponse'

/** Counts the unreadable answers in a row to one question. */
export class UnreadableAnswers {
  readonly #consequence: string
  #inARow = 0

  /** @param consequence a sentence on what was and what was not done when no answer can be read */
  constructor(consequence: string) {
    this.#consequence = consequence
  }

  /**
   * Takes what the question brought: an answer or the error in its place.
   * @throws SalesforceError `badResponse`, which is not retryable, for the third unreadable answer in a row
   */
  note(answer: unknown): void {
    if (!isUnreadable(answer)) {
      this.#inARow = 0
      return
    }
    this.#inARow += 1
    if (this.#inARow < mostInARow) return
    const message = `Salesforce gave an answer that cannot be read, ${mostInARow} times in a row. ${answer.message} ${this.#consequence}`
    throw new SalesforceError('badResponse', message, { status: answer.status, cause: answer })
  }
}

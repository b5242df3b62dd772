import { writeFileSync } from 'node:fs'
import { SalesforceError } from '@sluice/salesforce/errors'

/** What an answer may hold: numbers, codes and fixed words, never a text of the org. */
export type Facts = { readonly [name: string]: number | boolean | string | null | Facts | readonly Facts[] }

export interface Answer {
  readonly question: string
  /** False when the question found no answer that says anything about the org. */
  readonly isAnswered: boolean
  readonly milliseconds: number
  readonly facts: Facts
}

export interface Report {
  readonly begunUtc: string
  readonly apiVersion: string
  readonly answers: readonly Answer[]
  /** What only a change in the org could tell. */
  readonly notAsked: readonly string[]
}

/** The code of a failure. Its message may name components or people, so it is left out. */
export function codeOf(error: unknown): Facts {
  if (!(error instanceof SalesforceError)) throw error
  const { code, salesforceCode = '', status = null } = error
  return { code, salesforceCode: /^\w{1,60}$/.test(salesforceCode) ? salesforceCode : null, status }
}

/** Asks one question and measures it. */
export async function ask(question: string, body: () => Promise<Facts>): Promise<Answer> {
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  try {
    const facts = await body()
    return { question, isAnswered: true, milliseconds: since(), facts }
  } catch (error) {
    return { question, isAnswered: false, milliseconds: since(), facts: { failure: codeOf(error) } }
  }
}

/** Raises when the report holds one of the texts that must not leave the machine; then nothing is written. */
export function writeReport(file: string, report: Report, secrets: readonly string[]): void {
  const text = `${JSON.stringify(report, null, 2)}\n`
  const isHeld = secrets.some(
    (secret) => secret.length > 3 && text.toLowerCase().includes(secret.toLowerCase()),
  )
  if (isHeld) throw new Error('The report would hold a token or a name, so it was not written.')
  writeFileSync(file, text, { mode: 0o600 })
}

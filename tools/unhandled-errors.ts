// A reporter of Vitest: its JSON report leaves out errors that no test caused, so this writes them to a file beside it.
import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, Vitest } from 'vitest/node'

export default class UnhandledErrors implements Reporter {
  #file = ''

  onInit({ config: { outputFile } }: Vitest): void {
    const report = typeof outputFile === 'object' ? outputFile.json : undefined
    if (report === undefined)
      throw new Error('This reporter writes beside the JSON report, which has no file.')
    this.#file = `${report}.errors`
  }

  onTestRunEnd(_modules: readonly unknown[], errors: readonly SerializedError[]): void {
    writeFileSync(this.#file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  }
}

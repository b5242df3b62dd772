// A reporter of Vitest: its JSON report leaves out errors that no test caused, so this writes them to a file beside it.
import { writeFileSync } from 'node:fs'

export default class UnhandledErrors {
  #file = ''

  onInit(vitest) {
    this.#file = `${vitest.config.outputFile.json}.errors`
  }

  onTestRunEnd(_modules, errors) {
    writeFileSync(this.#file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  }
}

import { Refusal } from './prepare.mjs'

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Runs a program with the words of its command line; when it fails, says why and then what `afterFailure` says. */
export async function runProgram(
  main: (args: readonly string[]) => Promise<void> | void,
  afterFailure: () => void = () => undefined,
): Promise<void> {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${textOf(error)}\n`)
    afterFailure()
    process.exitCode = 1
  }
}

/** A refusal is a sentence for people; of every other error its place counts too. */
const textOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

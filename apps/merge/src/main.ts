import { parseArguments, usage } from './arguments.ts'
import { mergeBatch } from './batch.ts'
import { mergeOne } from './one-file.ts'

/** 0 clean, 1 conflicts, 2 an error. */
function main(): number {
  const wanted = parseArguments(process.argv.slice(2))
  if (wanted === null) {
    process.stderr.write(usage)
    return 2
  }
  return wanted.kind === 'batch' ? mergeBatch(wanted) : mergeOne(wanted)
}

try {
  process.exitCode = main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

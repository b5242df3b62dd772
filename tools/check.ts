// `npm run check`: the checks of `npm test` alone.
import { runChecks } from './checks.ts'
import { runProgram, say } from './program.ts'

await runProgram(async () => {
  const { passed, failed } = await runChecks()
  say(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
})

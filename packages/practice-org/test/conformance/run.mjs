// The conformance checklist: other people's clients against the practice org, line by line.
// Usage: node conformance/run.mjs [line …]
import { rmSync } from 'node:fs'
import { dataLines } from './data.mjs'
import { deployLines } from './deploy.mjs'
import { libraryLines } from './libraries.mjs'
import { retrieveLines } from './retrieve.mjs'
import { sandboxLines } from './sandboxes.mjs'
import { install, Setting, startPracticeOrg, temporaryFolder } from './setting.mjs'
import { signInLines } from './sign-in.mjs'
import { testLines } from './apex-tests.mjs'

const wanted = new Set(process.argv.slice(2).map(Number))
const lines = [
  ...signInLines,
  ...dataLines,
  ...retrieveLines,
  ...deployLines,
  ...sandboxLines,
  ...testLines,
  ...libraryLines,
]
lines.sort((a, b) => a.line - b.line)

install()
const folder = temporaryFolder()
const practiceOrg = await startPracticeOrg(folder)
const setting = new Setting(practiceOrg, folder)
let passed = 0
const failed = []
try {
  const session = await setting.session()
  await setting.sf(
    ['org', 'login', 'access-token', '-r', setting.origin, '--no-prompt', '-a', 'prod', '-s'],
    { env: { SF_ACCESS_TOKEN: session.accessToken } },
  )
  for (const entry of lines) {
    if (wanted.size > 0 && !wanted.has(entry.line)) continue
    const startedAt = Date.now()
    try {
      await entry.run(setting)
      passed++
      console.log(
        `line ${entry.line} passed: ${entry.name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`,
      )
    } catch (error) {
      failed.push(entry.line)
      console.log(`line ${entry.line} FAILED: ${entry.name}\n  ${error.message}`)
    }
  }
} finally {
  await practiceOrg.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`)
process.exitCode = failed.length > 0 ? 1 : 0

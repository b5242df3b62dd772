// The conformance checklist: other people's clients, and our own, against the practice org, line by line.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './clients.mjs'
import { dataLines } from './data.mjs'
import { deployLines } from './deploy.mjs'
import { libraryLines } from './libraries.mjs'
import { ownClientLines } from './own-client.mjs'
import { protocolLines } from './protocol.mjs'
import { retrieveLines } from './retrieve.mjs'
import { sandboxLines } from './sandboxes.mjs'
import { Setting, startPracticeOrg, temporaryFolder } from './setting.mjs'
import { signInLines } from './sign-in.mjs'
import { testLines } from './apex-tests.mjs'

/** Lines that are run with the client of Node 20 as well. */
const linesOnNode20 = new Set([1, 5, 7, 12, 20, 31])

const wanted = new Set(process.argv.slice(2).map(Number))
const lines = [
  ...protocolLines,
  ...signInLines,
  ...dataLines,
  ...retrieveLines,
  ...deployLines,
  ...sandboxLines,
  ...testLines,
  ...libraryLines,
  ...ownClientLines,
]
  .filter(({ line }) => wanted.size === 0 || wanted.has(line))
  .toSorted((a, b) => a.line - b.line)
const runs = [
  ...lines.map((entry) => ({
    ...entry,
    title: entry.line === 0 ? 'own' : `line ${entry.line}`,
    letter: 'a',
  })),
  ...lines
    .filter(({ line }) => linesOnNode20.has(line))
    .map((entry) => ({ ...entry, title: `line ${entry.line} (b)`, letter: 'b' })),
]

/** Lines that build on each other stay in one lane; the lanes run side by side, each with a practice org of its own. */
function laneOf({ line, letter }) {
  if (letter === 'b' || line === 35) return 'b'
  return line <= 21 || line === 36 ? 'a1' : 'a2'
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`
const failed = []

async function runLine(setting, { title, name, run }) {
  const began = Date.now()
  try {
    await run(setting)
    console.log(`${title} passed: ${name} (${seconds(began)})`)
  } catch (error) {
    failed.push(title)
    console.log(`${title} FAILED: ${name} (${seconds(began)})\n  ${error.message}`)
  }
}

async function runLane(lane, entries) {
  const folder = join(temporary, lane)
  const practiceOrg = await startPracticeOrg(folder)
  try {
    const settings = new Map()
    for (const entry of entries) {
      const known = settings.get(entry.letter)
      const setting = known ?? new Setting(practiceOrg.origin, join(folder, entry.letter), entry.letter)
      if (!known) await setting.signIn()
      settings.set(entry.letter, setting)
      await runLine(setting, entry)
    }
  } finally {
    await practiceOrg.stop()
  }
}

install()
const startedAt = Date.now()
const temporary = temporaryFolder()
try {
  const lanes = new Set(runs.map(laneOf))
  await Promise.all(
    [...lanes].map((lane) =>
      runLane(
        lane,
        runs.filter((entry) => laneOf(entry) === lane),
      ),
    ),
  )
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
console.log(
  `${runs.length} lines in ${seconds(startedAt)}${failed.length > 0 ? `; failed: ${failed.join(', ')}` : ''}`,
)
console.log(`${runs.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

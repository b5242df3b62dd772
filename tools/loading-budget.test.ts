import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const built = join(import.meta.dirname, '../apps/console/dist')

interface Chunk {
  file: string
  imports?: string[]
}

/** What the build says of its files: `npm test` builds the console before its tests run. */
function readManifest(): Record<string, Chunk> {
  const file = join(built, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('The console is not built: npm run build -w @sluice/console')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bundler writes it in this shape
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
}

const manifest = readManifest()
const page = readFileSync(join(built, 'index.html'), 'utf8')
const gzipBytesOf = (file: string) => readFileSync(join(built, `${file}.gz`)).length

const inDocument = [...page.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file = '']) => file)
/** What the script of the document asks for as soon as somebody is signed in. */
const whenSignedIn = (/data-signed-in="([^"]*)"/.exec(page)?.[1] ?? '')
  .split(' ')
  .map((address) => address.slice(1))

/** The files of these chunks and of all that they import. */
function filesOf(roots: readonly string[]): Set<string> {
  const files = new Set<string>()
  const chunks = Object.values(manifest)
  const waiting = roots.flatMap((root) => chunks.filter(({ file }) => file === root))
  if (waiting.length < roots.length) throw new Error(`The build has not all of ${roots.join(', ')}.`)
  for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) {
      const next = manifest[imported]
      if (next) waiting.push(next)
    }
  }
  return files
}

/** The file of a page's own code, or of the group that holds it. */
function fileOfPage(name: string): string {
  const { [`src/${name}.route.tsx?tsr-split=component`]: own } = manifest
  if (!own) throw new Error(`The build has no page ${name} of its own.`)
  return own.file
}

const visitorFile = () => {
  const found = Object.values(manifest).find(({ file }) => file.startsWith('assets/visitor-'))
  if (!found) throw new Error('The build has no file for visitors.')
  return found.file
}

const scriptsOf = (roots: readonly string[]) =>
  [...filesOf([...inDocument, ...roots])].filter((file) => file.endsWith('.js'))
const sizeOf = (roots: readonly string[]) =>
  scriptsOf(roots).reduce((sum, file) => sum + gzipBytesOf(file), 0)

const kB = 1_000
const bounds = { signIn: 180 * kB, list: 300 * kB, conflict: 320 * kB }
const mostScripts = 15
const lists = [
  'features/environments/environments',
  'features/jobs/jobs',
  'features/members/members',
  'features/invitations/invitations',
  'features/stacks/stacks',
  'features/schedules/schedules',
  'features/apex-test-runs/test-runs',
  'features/difference-page/difference',
  'features/repository/branches',
]

test('the sign-in loads at most 180 kB of script, in few files', () => {
  expect(sizeOf([visitorFile()])).toBeLessThanOrEqual(bounds.signIn)
  expect(scriptsOf([visitorFile()]).length).toBeLessThanOrEqual(mostScripts)
})

describe('a list loads at most 300 kB of script, in few files', () => {
  test.each(lists)('%s', (name) => {
    const roots = [...whenSignedIn, fileOfPage(name)]
    expect(sizeOf(roots)).toBeLessThanOrEqual(bounds.list)
    expect(scriptsOf(roots).length).toBeLessThanOrEqual(mostScripts)
  })
})

test('the conflict page loads at most 320 kB of script', () => {
  expect(sizeOf([...whenSignedIn, fileOfPage('features/conflicts/conflict')])).toBeLessThanOrEqual(
    bounds.conflict,
  )
})

test('each page loads its own code: no other page, no dialog and no editor with it', () => {
  const others = Object.entries(manifest).filter(
    ([name]) => name.includes('route.tsx?tsr-split') || name.includes('-dialog.tsx'),
  )
  for (const name of lists) {
    const own = fileOfPage(name)
    const foreign = new Set(others.map(([, { file }]) => file).filter((file) => file !== own))
    const loaded = scriptsOf([...whenSignedIn, own])
    expect(loaded.filter((file) => foreign.has(file) && !whenSignedIn.includes(file))).toEqual([])
    expect(loaded.filter((file) => /\/editor-/.test(file))).toEqual([])
  }
})

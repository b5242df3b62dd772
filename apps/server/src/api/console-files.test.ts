import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyFor, type ConsoleFile, readConsole, scriptDigestsOf } from './console-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-console-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('index.html', '<p>page</p>')
  write('favicon.svg', '<svg/>')
  write('.vite/manifest.json', '{}')
  write('.vite/secret.js', 'hidden')
  for (const name of ['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'a-1.js.map']) write(`assets/${name}`, name)
})
afterEach(() => rmSync(folder, { recursive: true }))

const fileOf = (address: string): ConsoleFile => {
  const file = readConsole(folder)?.files.get(address)
  if (!file) throw new Error(`${address} is not served.`)
  return file
}

test('a folder without a page is no console', () => {
  rmSync(join(folder, 'index.html'))
  expect(readConsole(folder)).toBeNull()
})

test('what browsers ask for is served, and nothing that only the build needs', () => {
  expect([...(readConsole(folder)?.files.keys() ?? [])].toSorted()).toEqual([
    '/assets/a-1.js',
    '/favicon.svg',
  ])
})

test('only a name with a digest is kept for good', () => {
  expect(fileOf('/assets/a-1.js').isHashed).toBe(true)
  expect(fileOf('/favicon.svg').isHashed).toBe(false)
})

describe('the body', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.0, gzip; q=0', 'identity'],
    ['', 'identity'],
  ])('for "%s" is packed by %s', (accepted, encoding) => {
    const given = bodyFor(fileOf('/assets/a-1.js'), accepted)
    const name = { br: 'a-1.js.br', gzip: 'a-1.js.gz', identity: 'a-1.js' }[encoding]
    expect([given.encoding, given.body.toString()]).toEqual([encoding, name])
  })

  test('that no build has packed is sent as it is', () => {
    expect(bodyFor(fileOf('/favicon.svg'), 'br').encoding).toBe('identity')
  })
})

test('only the scripts that stand in the page itself have digests', () => {
  const page = '<script src="/x.js"></script><script data-a="b">alert(1)</script>'
  expect(scriptDigestsOf(page)).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"])
})

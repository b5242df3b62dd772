import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const sourceOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

export const entry = (name: string, editable: boolean): string =>
  `    <fieldPermissions>\n        <editable>${editable}</editable>\n        <field>${name}</field>\n    </fieldPermissions>\n`

export const profile = (...entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n${entries.join('')}</Profile>\n`

/** The content of files in one version, by name. */
export type Files = Readonly<Record<string, string | Uint8Array>>

export type Repository = ReturnType<typeof newRepository>

/** A repository of its own, with merge drivers by name. */
export function newRepository(drivers: Readonly<Record<string, string>>, attributes: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-driver-'))
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: 'pipe' })
  const put = (files: Files): void => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  }
  const commit = (files: Files): void => {
    put(files)
    git('add', '-A')
    git('commit', '-q', '-m', 'version')
  }
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'T')
  git('config', 'user.email', 't@example.com')
  for (const [name, command] of Object.entries(drivers)) git('config', `merge.${name}.driver`, command)
  put({ '.gitattributes': attributes })
  return {
    folder,
    git,
    put,
    read: (name: string): string => readFileSync(join(folder, name), 'utf8'),
    /** Commits a base, theirs on a branch of that name, and ours on the current one. */
    commitVersions: (base: Files, ours: Files, theirs: Files): void => {
      commit(base)
      git('checkout', '-q', '-b', 'theirs')
      commit(theirs)
      git('checkout', '-q', 'main')
      commit(ours)
    },
    /** Runs Git; its exit code and what it says. */
    tryGit: (...args: readonly string[]) => spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' }),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}

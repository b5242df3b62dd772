import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../source-files.ts'

/**
 * Built files that tests of the server serve, and packages that one workspace has for itself. `apps/console/node_modules`
 * is not linked: it holds only the cache of Vite, which copies of the tree cannot share.
 */
const linked = ['apps/console/dist', 'apps/server/node_modules']
const workspaces = ['contract', 'git', 'metadata', 'practice-org', 'salesforce']

/**
 * Copies the working tree, so that faults are never planted in it. The copy lies below the repository: packages of
 * others are found there by walking up, ours are linked to the copy.
 */
export function copyTree(copy: string): string {
  const tree = join(root, '.cache/mutants', copy)
  rmSync(tree, { recursive: true, force: true })
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  for (const file of listing.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    copyFileSync(join(root, file), join(tree, file))
  }
  for (const path of linked) if (existsSync(join(root, path))) link(join(root, path), join(tree, path))
  for (const name of workspaces) link(join(tree, 'packages', name), join(tree, 'node_modules/@sluice', name))
  return tree
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(relative(dirname(path), target), path)
}

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unfinishedWork } from '../../apps/server/src/testing/unfinished-work.ts'
import type { RolesProduct } from '../start-roles.ts'

const execute = promisify(execFile)

/** Names of files and folders that are there only while something is written. */
const temporary = /\.(part|lock|tmp)$|^(tmp_|incoming-)/

/** What is there only while a job is under way: rows, files of work, temporary files, and processes. */
export async function leftBehind(product: RolesProduct): Promise<string[]> {
  const [rows, files, processes] = await Promise.all([
    unfinishedWork(product.dataDir),
    filesOfWork(product.dataDir),
    processesOf(product),
  ])
  return [...rows, ...files, ...processes]
}

async function filesOfWork(dataDir: string): Promise<string[]> {
  const folders = ['repositories', 'artifacts', 'known-entries', 'practice-org']
  const below = await Promise.all(
    folders.map(async (folder) =>
      (await entries(join(dataDir, folder)))
        .filter((path) => temporary.test(basename(path)))
        .map((path) => `${folder}/${path}`),
    ),
  )
  const ofJobs = await readdir(join(dataDir, 'work'))
  return [...below.flat(), ...ofJobs.map((name) => `work/${name}`)].map((path) => `file ${path}`)
}

/** Every path below the folder; none when the folder does not exist yet. */
async function entries(folder: string): Promise<string[]> {
  return existsSync(folder) ? await readdir(folder, { recursive: true }) : []
}

/** Processes of the data folder that are neither a program of the product nor PostgreSQL. */
async function processesOf(product: RolesProduct): Promise<string[]> {
  const { dataDir, api, worker, practiceOrg } = product
  const programs = new Set([api, worker, practiceOrg].map((program) => String(program.pid())))
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && !programs.has(name))
  const found = await Promise.all(
    ids.map(async (id) => {
      const command = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0').join(' ')
      const folder = await readlink(`/proc/${id}/cwd`).catch(() => '')
      if (folder.startsWith(join(dataDir, 'postgres')) || command.includes(join(dataDir, 'postgres')))
        return ''
      return folder.startsWith(dataDir) || command.includes(dataDir) ? `process ${id}: ${command}` : ''
    }),
  )
  return found.filter((text) => text !== '')
}

/** What Git finds wrong with the repositories of the built-in host. */
export async function repositoryFaults(dataDir: string): Promise<string[]> {
  const root = join(dataDir, 'repositories')
  const heads = (await readdir(root, { recursive: true })).filter((path) => basename(path) === 'HEAD')
  const folders = heads.map((path) => join(root, dirname(path))).filter((path) => basename(path) !== 'logs')
  if (folders.length === 0) return ['no repository was found']
  const checks = folders.map((folder) =>
    execute('git', ['--git-dir', folder, 'fsck', '--strict', '--no-dangling', '--no-progress']).then(
      () => '',
      (error: unknown) => `git fsck: ${String(error)}`,
    ),
  )
  return (await Promise.all(checks)).filter((text) => text !== '')
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { GitErrorCode } from '../errors.ts'
import type { Repository } from '../git.ts'
import { objectHash, type ObjectType } from '../object-hash.ts'
import { updateRef } from '../update-ref.ts'

/** One entry of a tree, as it is written: mode, name, hash. */
type Entry = readonly [mode: string, name: string, hash: string]

/** Writes objects that no honest client would write, without asking Git what it thinks of them. */
interface RawWriter {
  object(type: ObjectType, content: Uint8Array | string): Promise<string>
  blob(text: string): Promise<string>
  tree(...entries: readonly Entry[]): Promise<string>
  /** A file at a path of folders. */
  nested(path: readonly string[], entry: readonly [mode: string, hash: string]): Promise<string>
}

function rawWriter({ gitDir }: Repository): RawWriter {
  const object: RawWriter['object'] = async (type, content) => {
    const bytes = Buffer.from(content)
    const hash = objectHash(type, bytes)
    const folder = join(gitDir, 'objects', hash.slice(0, 2))
    await mkdir(folder, { recursive: true })
    const loose = deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]))
    await writeFile(join(folder, hash.slice(2)), loose)
    return hash
  }
  const tree: RawWriter['tree'] = (...entries) =>
    object(
      'tree',
      Buffer.concat(
        entries.flatMap(([mode, name, hash]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(hash, 'hex')]),
      ),
    )
  return {
    object,
    tree,
    blob: (text) => object('blob', text),
    async nested(path, [mode, hash]) {
      let entry = { mode, hash }
      for (const name of path.toReversed())
        entry = { mode: '40000', hash: await tree([entry.mode, name, entry.hash]) }
      return entry.hash
    },
  }
}

/** A hostile repository: the tree of its only commit, or the commit itself. */
export interface HostileRepository {
  readonly name: string
  /** What ends a fetch; null when it holds nothing that Git's object check refuses. */
  readonly fetched: GitErrorCode | null
  /** What ends a listing of its files once it is fetched; absent when they can be listed. */
  readonly listed?: GitErrorCode
  /** `marker` is a file that the repository tries to have written. */
  write(writer: RawWriter, marker: string): Promise<{ tree: string } | { commit: string }>
}

const file = (name: string, fetched: HostileRepository['fetched']): HostileRepository => ({
  name: `a file named ${JSON.stringify(name)}`,
  fetched,
  write: async (writer) => ({ tree: await writer.tree(['100644', name, await writer.blob('x')]) }),
})

const link = (name: string, target: (marker: string) => string): HostileRepository => ({
  name: `a symbolic link ${name}`,
  fetched: name === '.gitmodules' ? 'unsafeRepository' : null,
  listed: 'unsafeRepository',
  write: async (writer, marker) => ({
    tree: await writer.tree(['120000', name, await writer.blob(target(marker))]),
  }),
})

const text = (
  name: string,
  fetched: HostileRepository['fetched'],
  contentOf: (marker: string) => Record<string, string>,
): HostileRepository => ({
  name,
  fetched,
  async write(writer, marker) {
    const entries: Entry[] = []
    for (const [path, content] of Object.entries(contentOf(marker)))
      entries.push(['100644', path, await writer.blob(content)])
    return { tree: await writer.tree(...entries) }
  },
})

const person = 'Ada Example <ada@example.com> 1767225600 +0000'
const people = `author ${person}\ncommitter ${person}`

const commit = (
  name: string,
  fetched: HostileRepository['fetched'],
  contentWith: (treeLine: string) => string,
): HostileRepository => ({
  name,
  fetched,
  async write(writer) {
    const tree = await writer.tree(['100644', 'a', await writer.blob('x')])
    return { commit: await writer.object('commit', contentWith(`tree ${tree}`)) }
  },
})

export const hostileRepositories: readonly HostileRepository[] = [
  ...['.git', '.GIT', '.git ', 'git~1', '.git\u200c', '..', '.', 'a/b', '/etc/passwd'].map((name) =>
    file(name, 'unsafeRepository'),
  ),
  // The server does not get it out of the door: its own Git refuses to read it.
  file('', 'network'),
  file('a\\..\\..\\b', null),
  {
    name: 'a hook in a folder .git',
    fetched: 'unsafeRepository',
    async write(writer, marker) {
      const hook = await writer.blob(`#!/bin/sh\ntouch ${marker}\n`)
      return { tree: await writer.nested(['.git', 'hooks', 'post-checkout'], ['100755', hook]) }
    },
  },
  {
    name: 'an embedded repository that runs a program',
    fetched: null,
    async write(writer, marker) {
      const config = `[core]\n\tbare = true\n\tfsmonitor = "touch ${marker}"\n\tpager = "touch ${marker}"\n`
      return {
        tree: await writer.tree(
          ['100644', 'HEAD', await writer.blob('ref: refs/heads/main\n')],
          ['100644', 'config', await writer.blob(config)],
          ['40000', 'objects', await writer.nested(['info'], ['100644', await writer.blob('')])],
          ['40000', 'refs', await writer.nested(['heads'], ['100644', await writer.blob('')])],
        ),
      }
    },
  },
  link('src', (marker) => marker),
  link('src', () => '/etc'),
  link('.gitmodules', () => '/etc/passwd'),
  text('submodules that run a program', 'unsafeRepository', (marker) => ({
    '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch ${marker}\n`,
  })),
  text('submodules whose update is a program', 'unsafeRepository', (marker) => ({
    '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = https://git.example.com/x\n\tupdate = !touch ${marker}\n`,
  })),
  text('a submodule in the folder of Git', 'unsafeRepository', () => ({
    '.gitmodules': '[submodule "../../hooks"]\n\tpath = x\n\turl = https://git.example.com/x\n',
  })),
  {
    name: 'a submodule',
    fetched: null,
    listed: 'unsafeRepository',
    write: async (writer) => ({ tree: await writer.tree(['160000', 'src', '1'.repeat(40)]) }),
  },
  text('filters, drivers and a pager of attributes', null, (marker) => ({
    '.gitattributes': '* filter=x diff=x merge=x text eol=crlf working-tree-encoding=UTF-16\n',
    '.gitconfig': `[filter "x"]\n\tsmudge = touch ${marker}\n\tclean = touch ${marker}\n[diff "x"]\n\ttextconv = touch ${marker}\n`,
    a: 'x\n',
  })),
  text('pointers to large files', null, (marker) => ({
    '.gitattributes': '* filter=lfs diff=lfs merge=lfs -text\n',
    '.lfsconfig': `[lfs]\n\turl = https://127.0.0.1:9/\n[lfs "customtransfer.x"]\n\tpath = touch\n\targs = ${marker}\n`,
    a: `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`,
  })),
  text('attributes of two million characters', 'unsafeRepository', () => ({
    '.gitattributes': `${'a'.repeat(2_000_000)} text\n`,
  })),
  {
    name: 'two entries of one name',
    fetched: 'unsafeRepository',
    async write(writer) {
      const blob = await writer.blob('x')
      return { tree: await writer.tree(['100644', 'a', blob], ['100755', 'a', blob]) }
    },
  },
  {
    name: 'entries out of order',
    fetched: 'unsafeRepository',
    async write(writer) {
      const blob = await writer.blob('x')
      return { tree: await writer.tree(['100644', 'b', blob], ['100644', 'a', blob]) }
    },
  },
  {
    name: 'an executable with the bits of another user',
    fetched: null,
    write: async (writer) => ({ tree: await writer.tree(['104755', 'a', await writer.blob('x')]) }),
  },
  {
    name: 'folders a thousand levels deep',
    fetched: null,
    async write(writer) {
      const folders = Array.from({ length: 1_000 }, () => 'd')
      return { tree: await writer.nested(folders, ['100644', await writer.blob('x')]) }
    },
  },
  {
    name: 'a file that is missing',
    fetched: 'network',
    write: async (writer) => ({ tree: await writer.tree(['100644', 'a', '1'.repeat(40)]) }),
  },
  commit('a commit without an author', 'unsafeRepository', (tree) => `${tree}\n\nx\n`),
  commit('a commit with two trees', 'unsafeRepository', (tree) => `${tree}\n${tree}\n${people}\n\nx\n`),
  commit('a message with NUL', 'unsafeRepository', (tree) => `${tree}\n${people}\n\nx\0y\n`),
  commit('a message with escapes', null, (tree) => `${tree}\n${people}\n\n\u001b[2J--output=x\n`),
  commit(
    'an author who is a command',
    null,
    (tree) => `${tree}\n${people.replace(/Ada Example <.*?>/, '$$(id) <--exec=id>')}\n\nx\n`,
  ),
  commit(
    'a date of no calendar',
    'unsafeRepository',
    (tree) => `${tree}\n${people.replace(/\d+/, '9'.repeat(20))}\n\nx\n`,
  ),
]

/** Puts the repository on a branch; `marker` is the file that it tries to have written. */
export async function writeHostile(
  repository: Repository,
  hostile: HostileRepository,
  { branch, marker }: { readonly branch: string; readonly marker: string },
): Promise<string> {
  const writer = rawWriter(repository)
  const made = await hostile.write(writer, marker)
  const newHash =
    'commit' in made ? made.commit : await writer.object('commit', `tree ${made.tree}\n${people}\n\nx\n`)
  await updateRef(repository, { ref: `refs/heads/${branch}`, newHash, oldHash: null })
  return newHash
}

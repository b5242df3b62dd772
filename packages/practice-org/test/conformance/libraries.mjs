import { fileURLToPath } from 'node:url'
import { folderOf, node20, node22 } from './clients.mjs'
import { check } from './setting.mjs'

/** Path of a script that runs in a process of its own, with the Node that its library wants. */
export const scriptOf = (name) => fileURLToPath(new URL(`scripts/${name}`, import.meta.url))

export const libraryLines = [
  {
    line: 33,
    name: 'jsforce 3.10.16 on Node 20 and 3.10.26 on Node 22',
    async run(s) {
      for (const [name, program] of [
        ['jsforce-20', node20],
        ['jsforce-22', node22],
      ]) {
        const result = await s.run(program, [scriptOf('jsforce.mjs'), s.origin, folderOf('current'), name])
        check(result.code === 0, name, result)
      }
    },
  },
  {
    line: 34,
    name: 'source-deploy-retrieve: deploy and retrieve from sets',
    async run(s) {
      s.clearProject()
      s.apexClass('FromLibrary', 'public class FromLibrary {}\n')
      const result = await s.run(node22, [scriptOf('resolver.mjs'), s.origin, folderOf('current')])
      check(result.code === 0, 'the library', result)
    },
  },
]

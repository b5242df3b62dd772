import { tmpdir } from 'node:os'

/** Settings of every Git process: nothing of the machine or of a fetched repository may run code or widen access. */
const hardenedConfig: Readonly<Record<string, string>> = {
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '60',
  'transfer.fsckObjects': 'true',
  'core.symlinks': 'false',
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.quotePath': 'false',
  'safe.bareRepository': 'explicit',
  // Repositories are named by our own full path, never found by walking up; their owner may be another uid.
  'safe.directory': '*',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  'credential.helper': '',
  'protocol.allow': 'never',
  'protocol.https.allow': 'always',
  'protocol.http.allow': 'always',
  // What Git may keep in memory, within the limit of its process; larger files are streamed and never compared.
  'core.bigFileThreshold': '50m',
  'core.deltaBaseCacheLimit': '64m',
  'pack.threads': '2',
  'pack.windowMemory': '64m',
  'pack.deltaCacheSize': '64m',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  // A metadata file's path is its identity and many files are near copies of one another: a rename found by
  // likeness would carry one component's change into another.
  'merge.renames': 'false',
  'merge.directoryRenames': 'false',
  'diff.renames': 'false',
  'log.showSignature': 'false',
  'log.mailmap': 'false',
  'i18n.commitEncoding': 'UTF-8',
  'i18n.logOutputEncoding': 'UTF-8',
}

/** What a process gets beyond the hardened ground. */
export interface EnvironmentAdditions {
  readonly gitDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly config?: Readonly<Record<string, string>>
}

/**
 * The whole environment of a Git process: nothing is inherited. Settings go in as `GIT_CONFIG_*` variables, which
 * Git treats like `-c` but which do not lengthen the argument list. Remote helpers inherit them.
 */
export function gitEnvironment(additions: EnvironmentAdditions): Record<string, string> {
  const config = Object.entries({ ...hardenedConfig, ...additions.config })
  const env: Record<string, string> = {
    PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_CEILING_DIRECTORIES: tmpdir(),
    GIT_CONFIG_COUNT: String(config.length),
    ...(additions.gitDir === undefined ? {} : { GIT_DIR: additions.gitDir }),
    ...additions.env,
  }
  for (const [index, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return env
}

// Finds the Chromium that browser tests drive: a named one, an installed one, Debian's package, or the
// download of Playwright, in this order.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Refusal, run } from './prepare.mjs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const present = () => places.find((path) => existsSync(path))

/** Returns the path of a Chromium, or undefined when Playwright shall use its own download. */
export async function requireChromium(say: (line: string) => void): Promise<string | undefined> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Refusal(`CHROMIUM_PATH names ${named}, and there is no such file.`)
  }
  if (present()) return present()
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (debian) {
    say('Installing Chromium (Debian package) …')
    const quiet = { stdio: 'ignore' as const }
    spawnSync('apt-get', ['update'], quiet)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
    if (present()) return present()
  }
  say('Downloading Chromium …')
  await run('npx', ['playwright', 'install', 'chromium'])
  return undefined
}

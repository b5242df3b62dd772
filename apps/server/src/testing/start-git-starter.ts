import { startGitStarter } from '@sluice/git/git-starter'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

// Tests start Git as the product does. Test files share a process, which needs one starter.
const started = 'sluice.testGitStarter'
if (getEnvironmentData(started) !== true) {
  await startGitStarter()
  setEnvironmentData(started, true)
}

import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { JobCommands } from '../../worker/job-runner.ts'
import { observedCommands } from './crashing-commands.ts'
import type { FlowWorld } from './flow-world.ts'

type Hit = (point: string, by: JobCommandName) => Promise<void>

/** The worker of a world, told of every point that its jobs reach. */
export class ObservedWorker {
  readonly world: FlowWorld
  readonly #commands: JobCommands
  #hit: Hit = async () => undefined
  #isRunning = false

  constructor(world: FlowWorld) {
    this.world = world
    this.#commands = observedCommands((point, by) => this.#hit(point, by))
  }

  async observe(hit: Hit): Promise<void> {
    this.#hit = hit
    if (!this.#isRunning) await this.world.restart(this.#commands)
    this.#isRunning = true
  }

  /** Stops the run of the command that reaches the point, and calls `reached`. */
  async stopAt(
    { command, point }: { readonly command: JobCommandName; readonly point: string },
    reached: () => void,
  ): Promise<void> {
    await this.observe(async (passing, by) => {
      if (passing !== point || by !== command) return
      reached()
      await new Promise(() => undefined)
    })
  }

  /** Another worker takes the jobs over, after what is lost with the first one is gone. */
  async replace(lose: () => Promise<void> = async () => undefined): Promise<void> {
    this.#hit = async () => undefined
    await this.world.restart(this.#commands, lose)
  }
}

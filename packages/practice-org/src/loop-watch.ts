import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { IntervalHistogram } from 'node:perf_hooks'

/** How often the watch looks, in milliseconds; shorter blocks are not seen. */
const resolution = 10

/** What the process has needed since the last look. */
export interface ProcessHealth {
  /** The longest time during which nothing else could run, in milliseconds. */
  longestBlockMs: number
  /** Processor time since the process started, in milliseconds. */
  processorMs: number
  residentMegabytes: number
  /** The most that was resident since the process started. */
  peakMegabytes: number
}

/** Watches how long this process keeps others waiting. It begins with the first look, so that nobody pays who does not ask. */
export class LoopWatch {
  #histogram: IntervalHistogram | undefined

  /** The figures since the last look; the next one starts anew. */
  look(): ProcessHealth {
    const longest = this.#histogram ? this.#histogram.max / 1e6 - resolution : 0
    if (this.#histogram) this.#histogram.reset()
    else {
      this.#histogram = monitorEventLoopDelay({ resolution })
      this.#histogram.enable()
    }
    return {
      longestBlockMs: Math.max(0, Math.round(longest)),
      processorMs: Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1_000),
      residentMegabytes: Math.round(process.memoryUsage.rss() / 1_048_576),
      peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
    }
  }
}

import type { ProgressScope, Run, StepName } from './run.ts'

/** The run for a part of the job that goes on beside other parts: its steps have names of their own, its progress stands below `progress`. */
export function partOfRun(run: Run, part: string, progress: ProgressScope): Run {
  const named = (name: string) => `${part}: ${name}`
  const ofPart = (name: StepName): StepName =>
    typeof name === 'string'
      ? named(name)
      : { name: named(name.name), formerly: name.formerly.map((former) => named(former)) }
  return {
    jobId: run.jobId,
    workspaceId: run.workspaceId,
    epoch: run.epoch,
    get signal() {
      return run.signal
    },
    get stopSignal() {
      return run.stopSignal
    },
    step: (name, body, alsoWrite) => run.step(ofPart(name), body, alsoWrite),
    effect: (name, effect) => run.effect(ofPart(name), effect),
    transaction: (name, body) => run.transaction(ofPart(name), body),
    uncancellable: (body) => run.uncancellable(body),
    waitFor: (topic, timeoutMs) => run.waitFor(topic, timeoutMs),
    sleep: (name, milliseconds) => run.sleep(named(name), milliseconds),
    progress: { scope: (name, options) => progress.child(name, options) },
    notice: (subject, body) => run.notice(subject, body),
    throwIfCancelled: () => run.throwIfCancelled(),
    confirmLease: () => run.confirmLease(),
    faultPoint: (name) => run.faultPoint(named(name)),
    guard: (check) => run.guard(check),
  }
}

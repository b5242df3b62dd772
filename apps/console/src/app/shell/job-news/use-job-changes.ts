import { useEffect, useRef } from 'react'
import { entities } from '../../../entities.ts'
import { changesSince, type JobChange, type SeenJobs, seeJobs } from './job-changes.ts'

/** Calls the listener with what happens to jobs from now on, once the state of the workspace is here. */
export function useJobChanges(listener: (changes: JobChange[]) => void): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    let seen: SeenJobs | null = null
    const look = () => {
      if (entities.readiness.get('state') === undefined) {
        seen = null
        return
      }
      const { rows } = entities.jobs
      const changes = seen === null ? [] : changesSince(seen, rows, Date.now())
      seen = seeJobs(rows)
      if (changes.length > 0) latest.current(changes)
    }
    look()
    const stops = [entities.jobs.subscribe(look), entities.readiness.subscribe(look)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

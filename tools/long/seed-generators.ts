import * as fc from 'fast-check'
import { longRunSeed } from './long-run.ts'

// A long run draws the cases of its own seed, which the run prints, so that a red one can be repeated.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: longRunSeed() })

import * as fc from 'fast-check'

// A normal run draws the same cases each time, so that a red one means a changed program; long runs draw new ones.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1_301_302 })

/** So often may a worker be lost with the job before it counts as the job's fault. */
export const mostEpochs = 50

export const lostTooOften = `The worker was lost ${mostEpochs} times while it ran this job.`

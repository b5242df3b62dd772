-- What a browser gets first and the lists of a workspace are read by index: newest first in each workspace, and jobs that have not ended.
CREATE INDEX "job_newest_idx" ON "job" ("workspace_id", "created_utc" DESC);--> statement-breakpoint
CREATE INDEX "job_workspace_active_idx" ON "job" ("workspace_id") WHERE status <> 'Ended';--> statement-breakpoint
CREATE INDEX "job_validated_job_idx" ON "job" ((command_input->>'validatedJobId')) WHERE command_input ? 'validatedJobId';--> statement-breakpoint
CREATE INDEX "environment_snapshot_newest_idx" ON "environment_snapshot" ("workspace_id", "created_utc" DESC);--> statement-breakpoint
CREATE INDEX "inquiry_newest_idx" ON "inquiry" ("workspace_id", "created_utc" DESC);--> statement-breakpoint
CREATE INDEX "conflict_newest_idx" ON "conflict" ("workspace_id", "created_utc" DESC);--> statement-breakpoint
CREATE INDEX "apex_test_run_newest_idx" ON "apex_test_run" ("workspace_id", "created_utc" DESC);

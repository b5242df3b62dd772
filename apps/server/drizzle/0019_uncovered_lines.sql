ALTER TABLE "apex_test_coverage" ADD COLUMN "is_trigger" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "apex_test_coverage" ADD COLUMN "uncovered_lines" integer[];--> statement-breakpoint
CREATE INDEX "apex_test_run_environment_idx" ON "apex_test_run" USING btree ("workspace_id","environment_id","created_utc" DESC NULLS LAST);

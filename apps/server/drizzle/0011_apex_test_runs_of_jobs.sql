ALTER TABLE "apex_test_result" ADD COLUMN "class_id" text;--> statement-breakpoint
CREATE TABLE "apex_test_coverage" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"apex_test_run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"lines_covered" integer NOT NULL,
	"lines_uncovered" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apex_test_coverage" ADD CONSTRAINT "apex_test_coverage_workspace_id_apex_test_run_id_apex_test_run_" FOREIGN KEY ("workspace_id","apex_test_run_id") REFERENCES "public"."apex_test_run"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apex_test_coverage_run_idx" ON "apex_test_coverage" USING btree ("apex_test_run_id");--> statement-breakpoint
CALL sluice_isolate('apex_test_coverage');

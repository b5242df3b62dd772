ALTER TABLE "environment_difference" ADD COLUMN "same_on_both_sides" "bytea";--> statement-breakpoint
CREATE TABLE "job_preview" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"changes" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "job_preview" ADD CONSTRAINT "job_preview_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CALL sluice_isolate('job_preview');

CREATE TABLE "job_file" (
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"name" text NOT NULL,
	"piece" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "job_file_job_id_folder_name_piece_pk" PRIMARY KEY("job_id","folder","name","piece")
);
--> statement-breakpoint
ALTER TABLE "job_file" ADD CONSTRAINT "job_file_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CALL sluice_isolate('job_file');

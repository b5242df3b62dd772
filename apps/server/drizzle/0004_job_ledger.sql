CREATE TABLE "job_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"idempotency_key" text,
	"message" json NOT NULL,
	"sent_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"received_utc" timestamp (3) with time zone,
	CONSTRAINT "job_message_idempotency_key" UNIQUE("job_id","topic","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "job_step" ALTER COLUMN "intent" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "job_step" ALTER COLUMN "result" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "job_step" ADD COLUMN "kind" text DEFAULT 'Effect' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_message" ADD CONSTRAINT "job_message_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_message_waiting_idx" ON "job_message" USING btree ("job_id","topic","id") WHERE received_utc is null;--> statement-breakpoint
UPDATE "job_step" SET "kind" = CASE WHEN "name" LIKE 'notice %' THEN 'Notice' ELSE 'Transaction' END WHERE "intent"::text = '{}';
--> statement-breakpoint
CALL sluice_isolate('job_message');

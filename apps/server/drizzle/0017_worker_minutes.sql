CREATE TABLE "worker_minutes" (
	"workspace_id" uuid NOT NULL,
	"period_starts_utc" timestamp (3) with time zone NOT NULL,
	"active" integer DEFAULT 0 NOT NULL,
	"passive" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "worker_minutes_workspace_id_period_starts_utc_pk" PRIMARY KEY("workspace_id","period_starts_utc")
);
--> statement-breakpoint
ALTER TABLE "worker_minutes" ADD CONSTRAINT "worker_minutes_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "worker_minutes" ("workspace_id", "period_starts_utc", "active", "passive")
SELECT "workspace_id", date_trunc('month', "ended_utc" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
	sum(coalesce("billable_active_worker_minutes", 0)), sum(coalesce("billable_passive_worker_minutes", 0))
FROM "job" WHERE "ended_utc" IS NOT NULL GROUP BY 1, 2;--> statement-breakpoint
CALL sluice_isolate('worker_minutes');--> statement-breakpoint
ALTER TABLE "stack" ADD COLUMN "repository_first_read_utc" timestamp (3) with time zone;

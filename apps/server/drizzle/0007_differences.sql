CREATE TABLE "environment_difference" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"branch_state" text DEFAULT 'unknown' NOT NULL,
	"branch_reason" text,
	"branch_looked_utc" timestamp (3) with time zone,
	"basis" text,
	"since_commit_hash" text,
	"head_commit_hash" text,
	"commits_ahead" integer,
	"commits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"debt" jsonb,
	"org_state" text DEFAULT 'unknown' NOT NULL,
	"org_reason" text,
	"org_looked_utc" timestamp (3) with time zone,
	"org_asked_utc" timestamp (3) with time zone,
	"org_begun_utc" timestamp (3) with time zone,
	"org_ended_utc" timestamp (3) with time zone,
	"org_method" text,
	"org_id" text,
	"org_memory" "bytea",
	"calls_day" text,
	"calls" integer DEFAULT 0 NOT NULL,
	"to_deploy" integer,
	"changed_in_org" integer,
	"on_both_sides" integer,
	"conflicts" integer,
	"components" "bytea"
);
--> statement-breakpoint
CREATE TABLE "difference_file" (
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"side" text NOT NULL,
	"path" text NOT NULL,
	"content" "bytea",
	CONSTRAINT "difference_file_environment_id_side_path_pk" PRIMARY KEY("environment_id","side","path")
);
--> statement-breakpoint
CREATE TABLE "stack_watch" (
	"stack_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"watched_utc" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environment_difference" ADD CONSTRAINT "environment_difference_environment_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "difference_file" ADD CONSTRAINT "difference_file_environment_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stack_watch" ADD CONSTRAINT "stack_watch_stack_fk" FOREIGN KEY ("workspace_id","stack_id") REFERENCES "public"."stack"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "environment_difference_org_id_idx" ON "environment_difference" USING btree ("org_id");--> statement-breakpoint
CALL sluice_isolate('environment_difference');--> statement-breakpoint
CALL sluice_isolate('difference_file');--> statement-breakpoint
CALL sluice_isolate('stack_watch');

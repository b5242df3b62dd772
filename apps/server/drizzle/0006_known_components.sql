CREATE TABLE "environment_known_components" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"org_id" text NOT NULL,
	"include_specs_hash" text NOT NULL,
	"rules" text NOT NULL,
	"last_full_utc" timestamp (3) with time zone NOT NULL,
	"revision_number" integer,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "environment_known_components" ADD CONSTRAINT "environment_known_components_workspace_id_environment_id_environment_workspace_id_id_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CALL sluice_isolate('environment_known_components');

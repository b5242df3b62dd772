ALTER TABLE "stack" ADD COLUMN "git_repository_is_on_github" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "managed_repository" ALTER COLUMN "folder" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "managed_repository" ADD COLUMN "github_url" text;--> statement-breakpoint
ALTER TABLE "managed_repository" ADD COLUMN "github_id" text;--> statement-breakpoint
DROP INDEX "managed_repository_name_key";--> statement-breakpoint
CREATE UNIQUE INDEX "managed_repository_name_key" ON "managed_repository" USING btree (lower("name")) WHERE folder is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "managed_repository_github_id_key" ON "managed_repository" USING btree ("github_url","github_id");--> statement-breakpoint
CREATE TABLE "deleted_github_repository" (
	"stack_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"github_url" text NOT NULL,
	"name" text NOT NULL,
	"github_id" text,
	"deleted_utc" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CALL sluice_isolate('deleted_github_repository');

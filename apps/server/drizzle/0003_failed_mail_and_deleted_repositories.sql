ALTER TABLE "outbox_mail" ADD COLUMN "failed_utc" timestamp (3) with time zone;--> statement-breakpoint
DROP INDEX "outbox_mail_due_idx";--> statement-breakpoint
CREATE INDEX "outbox_mail_due_idx" ON "outbox_mail" USING btree ("next_attempt_utc") WHERE sent_utc is null and failed_utc is null;--> statement-breakpoint
-- Links in mail that has been sent open accounts as long as they are valid.
UPDATE "outbox_mail" SET "body" = '' WHERE "sent_utc" IS NOT NULL;--> statement-breakpoint
CREATE TABLE "deleted_repository" (
	"folder" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"deleted_utc" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CALL sluice_isolate('deleted_repository');

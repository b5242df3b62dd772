ALTER TABLE "stack" ADD COLUMN "metadata_layout" text;--> statement-breakpoint
-- Until now there was one layout.
UPDATE "stack" SET "metadata_layout" = 'Packages' WHERE "is_initialized";

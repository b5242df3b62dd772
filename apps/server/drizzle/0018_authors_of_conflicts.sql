ALTER TABLE "conflict_file" ADD COLUMN "local_authors" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "conflict_file" ADD COLUMN "remote_authors" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "conflict_file" ADD COLUMN "earlier" jsonb;

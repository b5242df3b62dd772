ALTER TABLE "job" ADD COLUMN "summary" jsonb;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "outside_effects" jsonb;

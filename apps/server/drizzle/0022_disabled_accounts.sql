ALTER TABLE "app_user" ADD COLUMN "disabled_utc" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "password_reset" ADD COLUMN "was_mailed" boolean DEFAULT true NOT NULL;

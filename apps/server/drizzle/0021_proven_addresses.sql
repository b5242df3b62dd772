CREATE TABLE "email_confirmation" (
	"email_address" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_utc" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_utc" timestamp with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON email_confirmation TO sluice_system;--> statement-breakpoint
-- Accounts from before the proof keep their sign-in and the rights that the configuration gives them.
UPDATE "app_user" SET "email_is_confirmed" = true;--> statement-breakpoint
-- From now on the column says only which account was the first; names are judged by the configuration at each call.
UPDATE "app_user" SET "is_global_administrator" = false WHERE "id" <> (SELECT "id" FROM "app_user" ORDER BY "created_utc", "id" LIMIT 1);

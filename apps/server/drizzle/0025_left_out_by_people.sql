ALTER TABLE "component_failure" ADD COLUMN "left_out_by_user_id" uuid;--> statement-breakpoint
ALTER TABLE "component_failure" ADD COLUMN "left_out_utc" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "environment_difference" ADD COLUMN "left_out" integer;--> statement-breakpoint
-- What people left out was stored like a failure, with a remark by which it is known; who it was is not.
UPDATE "component_failure" SET "reason" = 'LeftOut', "left_out_utc" = "failing_since_utc"
WHERE "reason" = 'DeploymentProblems' AND "problems" @> '[{"type": "Info", "description": "Excluded by the user."}]';--> statement-breakpoint
-- The lists of differences are made anew, because they now say who left something out.
UPDATE "environment_difference" SET "basis" = NULL;

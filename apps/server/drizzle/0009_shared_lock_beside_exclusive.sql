ALTER TABLE "lock_ticket" ADD COLUMN "shared_environment_ids" uuid[] DEFAULT '{}' NOT NULL;

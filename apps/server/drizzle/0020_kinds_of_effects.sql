ALTER TABLE "job_step" ADD COLUMN "effect_kind" text;

ALTER TABLE "stack" ADD COLUMN "sfdc_client_secret_sealed" text;--> statement-breakpoint
ALTER TABLE "stack" ADD COLUMN "sfdc_private_key_sealed" text;--> statement-breakpoint
ALTER TABLE "device_authorization" ADD COLUMN "stack_id" uuid;

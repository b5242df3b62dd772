ALTER TABLE "invitation" ADD COLUMN "token_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "token_sealed" text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_address_key" ON "invitation" USING btree ("workspace_id",lower("send_to_email_address"));

CREATE TABLE "notification_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"not_before_utc" timestamp (3) with time zone NOT NULL,
	"events" text[] NOT NULL,
	"job_id" uuid,
	"inquiry_id" uuid,
	"schedule_id" uuid,
	"apex_test_run_id" uuid
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"name" text NOT NULL,
	"format" text NOT NULL,
	"events" text[] NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"address_sealed" text NOT NULL,
	"address_shown" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"resting_until_utc" timestamp (3) with time zone,
	"last_delivered_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_choice" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"choices" jsonb NOT NULL,
	CONSTRAINT "notification_choice_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"message" jsonb NOT NULL,
	"webhook_id" uuid,
	"user_id" uuid,
	"mail_id" uuid,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_utc" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "notification_event" ADD CONSTRAINT "notification_event_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_event_due_idx" ON "notification_event" USING btree ("not_before_utc");--> statement-breakpoint
CREATE INDEX "webhook_workspace_id_idx" ON "webhook" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_waiting_idx" ON "notification_delivery" USING btree ("next_attempt_utc") WHERE status = 'Waiting';--> statement-breakpoint
CREATE INDEX "notification_delivery_workspace_idx" ON "notification_delivery" USING btree ("workspace_id","created_utc" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notification_delivery_webhook_idx" ON "notification_delivery" USING btree ("webhook_id","status");--> statement-breakpoint
CREATE INDEX "notification_delivery_user_idx" ON "notification_delivery" USING btree ("user_id","workspace_id","status");--> statement-breakpoint
CALL sluice_isolate('notification_event');--> statement-breakpoint
CALL sluice_isolate('webhook');--> statement-breakpoint
CALL sluice_isolate('notification_choice');--> statement-breakpoint
CALL sluice_isolate('notification_delivery');

CREATE TABLE "apex_test_result" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"apex_test_run_id" uuid NOT NULL,
	"namespace_prefix" text,
	"class_name" text NOT NULL,
	"method_name" text NOT NULL,
	"outcome" text NOT NULL,
	"message" text,
	"stack_trace" text,
	"duration_milliseconds" integer
);
--> statement-breakpoint
CREATE TABLE "apex_test_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"deployment_id" text,
	"test_run_id" text,
	"status" text NOT NULL,
	"methods_enqueued" integer DEFAULT 0 NOT NULL,
	"methods_completed" integer DEFAULT 0 NOT NULL,
	"methods_passed" integer DEFAULT 0 NOT NULL,
	"methods_failed" integer DEFAULT 0 NOT NULL,
	"methods_skipped" integer DEFAULT 0 NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_utc" timestamp (3) with time zone,
	"ended_utc" timestamp (3) with time zone,
	"duration_milliseconds" integer,
	"created_by_user_id" uuid,
	CONSTRAINT "apex_test_run_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"workspace_id" uuid,
	"actor_user_id" uuid,
	"action" text NOT NULL,
	"subject_type" text,
	"subject_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip_address" text,
	"trace_id" text
);
--> statement-breakpoint
CREATE TABLE "conflict" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"origin" text NOT NULL,
	"title" text NOT NULL,
	"merge_context" text NOT NULL,
	"remote_environment_id" uuid,
	"local_environment_id" uuid,
	"base_commit_hash" text,
	"local_commit_hash" text,
	"remote_commit_hash" text,
	CONSTRAINT "conflict_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "conflict_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"conflict_id" uuid NOT NULL,
	"file_path" text NOT NULL,
	"status" text DEFAULT 'Unresolved' NOT NULL,
	"is_binary" boolean DEFAULT false NOT NULL,
	"local_change" text NOT NULL,
	"remote_change" text NOT NULL,
	"both_files_exist" boolean NOT NULL,
	"resolved_as" text,
	"resolved_by_user_id" uuid,
	"resolved_utc" timestamp (3) with time zone,
	"last_modified_by_user_id" uuid,
	"last_modified_utc" timestamp (3) with time zone,
	"regions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "conflict_file_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "conflict_file_version" (
	"workspace_id" uuid NOT NULL,
	"conflict_file_id" uuid NOT NULL,
	"version" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text NOT NULL,
	"mode" text DEFAULT '100644' NOT NULL,
	CONSTRAINT "conflict_file_version_conflict_file_id_version_pk" PRIMARY KEY("conflict_file_id","version")
);
--> statement-breakpoint
CREATE TABLE "component_failure" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"revision_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"change_type" text NOT NULL,
	"package_name" text NOT NULL,
	"component_type" text NOT NULL,
	"component_name" text NOT NULL,
	"component_id" text,
	"reason" text NOT NULL,
	"failing_since_utc" timestamp (3) with time zone NOT NULL,
	"failing_since_commit_hash" text,
	"baseline_commit_hash" text,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_state_revision" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"job_id" uuid,
	"component_count" integer DEFAULT 0 NOT NULL,
	"component_with_errors_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "component_state_revision_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "environment_snapshot" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"job_id" uuid,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"git_branch_name" text NOT NULL,
	"environment_latest_known_parity_commit_hash" text,
	"environment_head_commit_hash" text,
	"parity" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salesforce_org_info" (
	"environment_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"org_id" text NOT NULL,
	"instance_name" text,
	"name" text NOT NULL,
	"namespace_prefix" text,
	"organization_type" text NOT NULL,
	"is_sandbox" boolean NOT NULL,
	"platform_version" text NOT NULL,
	"supported_api_versions" text[] DEFAULT '{}' NOT NULL,
	"inserted_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_fetched_utc" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "environment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"is_production" boolean NOT NULL,
	"is_initialized" boolean DEFAULT false NOT NULL,
	"git_branch_name" text NOT NULL,
	"sfdc_sandbox_name" text,
	"sfdc_sign_in_url" text,
	"sfdc_username" text,
	"sfdc_password_sealed" text,
	"sfdc_token_sealed" text,
	"sfdc_api_version_mode" text,
	"latest_known_parity_commit_hash" text,
	"latest_known_parity_commit_hash_outbound" text,
	"latest_known_parity_revision_number" bigint,
	"latest_known_parity_include_specs_hash" text,
	"latest_external_deployment_id_on_last_full_retrieve" text,
	"latest_external_deployment_checked_utc" timestamp (3) with time zone,
	"component_state_revision_id" uuid,
	"needs_full_retrieve" boolean DEFAULT false NOT NULL,
	"last_snapshot_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "environment_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "environment_tag" (
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL,
	"value" text,
	CONSTRAINT "environment_tag_environment_id_name_key_pk" PRIMARY KEY("environment_id","name_key")
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"origin" text NOT NULL,
	"subject" text NOT NULL,
	"prompt" jsonb NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"answer_required_before_utc" timestamp (3) with time zone,
	"answer" jsonb,
	"answered_utc" timestamp (3) with time zone,
	"answered_by_user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "environment_lock" (
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"epoch" integer NOT NULL,
	"acquired_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "environment_lock_environment_id_job_id_pk" PRIMARY KEY("environment_id","job_id")
);
--> statement-breakpoint
CREATE TABLE "job_progress" (
	"job_id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"scopes" jsonb NOT NULL,
	"updated_utc" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_step" (
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"name" text NOT NULL,
	"epoch" integer NOT NULL,
	"intent" jsonb NOT NULL,
	"intent_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"result" jsonb,
	"result_utc" timestamp (3) with time zone,
	"resolution" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_step_job_id_name_pk" PRIMARY KEY("job_id","name")
);
--> statement-breakpoint
CREATE TABLE "lock_ticket" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lock_ticket_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"environment_ids" uuid[] NOT NULL,
	"mode" text NOT NULL,
	"requested_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"wait_until_utc" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lock_ticket_job_id_key" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "artifact" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"created_by_schedule_id" uuid,
	"created_by_schedule_occurrence_utc" timestamp (3) with time zone,
	"command_name" text NOT NULL,
	"command_input" jsonb NOT NULL,
	"is_check_only" boolean DEFAULT false NOT NULL,
	"main_environment_id" uuid,
	"status" text DEFAULT 'Pending' NOT NULL,
	"outcome" text,
	"error" jsonb,
	"epoch" integer DEFAULT 0 NOT NULL,
	"queued_utc" timestamp (3) with time zone,
	"started_utc" timestamp (3) with time zone,
	"ended_utc" timestamp (3) with time zone,
	"worker_type" text DEFAULT 'Managed' NOT NULL,
	"worker_instance_identifier" text,
	"worker_instance_location" text,
	"cancellation_is_requested" boolean DEFAULT false NOT NULL,
	"cancellation_requested_utc" timestamp (3) with time zone,
	"cancellation_requested_by_user_id" uuid,
	"cancellation_reason" text,
	"waiting_topic" text,
	"active_milliseconds" bigint DEFAULT 0 NOT NULL,
	"passive_milliseconds" bigint DEFAULT 0 NOT NULL,
	"billable_active_worker_minutes" integer,
	"billable_passive_worker_minutes" integer,
	"trace_id" text,
	CONSTRAINT "job_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "job_dependency" (
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"depends_on_job_id" uuid NOT NULL,
	CONSTRAINT "job_dependency_job_id_depends_on_job_id_pk" PRIMARY KEY("job_id","depends_on_job_id")
);
--> statement-breakpoint
CREATE TABLE "job_environment" (
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"role" text DEFAULT 'None' NOT NULL,
	CONSTRAINT "job_environment_job_id_environment_id_pk" PRIMARY KEY("job_id","environment_id")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"origin" text NOT NULL,
	"subject" text NOT NULL,
	"body" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"run_as_user_id" uuid,
	"name" text NOT NULL,
	"description" text,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"job_command_name" text NOT NULL,
	"job_template" jsonb NOT NULL,
	"recurrence" text NOT NULL,
	"next_occurrence_utc" timestamp (3) with time zone,
	"last_executed_utc" timestamp (3) with time zone,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "schedule_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "device_authorization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_code_hash" text NOT NULL,
	"sign_in_url" text NOT NULL,
	"client_id" text NOT NULL,
	"user_id" uuid,
	"initiated_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_utc" timestamp (3) with time zone NOT NULL,
	"completed_utc" timestamp (3) with time zone,
	CONSTRAINT "device_authorization_device_code_hash_unique" UNIQUE("device_code_hash")
);
--> statement-breakpoint
CREATE TABLE "executor" (
	"id" text PRIMARY KEY NOT NULL,
	"host_name" text NOT NULL,
	"roles" text[] NOT NULL,
	"version" text NOT NULL,
	"started_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"beat_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"draining_since_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox_mail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deduplication_key" text,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_utc" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "outbox_mail_deduplication_key_unique" UNIQUE("deduplication_key")
);
--> statement-breakpoint
CREATE TABLE "server_fact" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_utc" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_nonce" (
	"nonce" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"used_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_utc" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "managed_repository" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"folder" text NOT NULL,
	"default_branch" text DEFAULT 'main' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository_collaborator" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"stack_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"username" text NOT NULL,
	"user_id" uuid,
	"is_read_only" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"invitation_expires_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "repository_credential" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"repository_id" uuid,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"username" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid,
	"collaborator_id" uuid,
	"job_id" uuid,
	"is_read_only" boolean DEFAULT false NOT NULL,
	"expires_utc" timestamp (3) with time zone,
	"revoked_utc" timestamp (3) with time zone,
	"last_used_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stack" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"is_initialized" boolean DEFAULT false NOT NULL,
	"data_key_wrapped" text,
	"git_repository_is_managed" boolean NOT NULL,
	"git_repository_url" text NOT NULL,
	"git_username" text,
	"git_password_sealed" text,
	"metadata_directory_relative_path" text NOT NULL,
	"ensure_metadata_is_portable" boolean DEFAULT false NOT NULL,
	"sfdc_base_sign_in_url" text NOT NULL,
	"sfdc_base_username" text,
	"sfdc_password_sealed" text,
	"sfdc_token_sealed" text,
	"sfdc_client_id" text,
	"sfdc_api_version_mode" text NOT NULL,
	"sfdc_api_version_baseline" double precision,
	CONSTRAINT "stack_workspace_id_id_key" UNIQUE("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email_address" text NOT NULL,
	"email_is_confirmed" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile_phone_number" text,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_signed_in_utc" timestamp (3) with time zone,
	"last_signed_in_utc" timestamp (3) with time zone,
	"password_last_changed_utc" timestamp (3) with time zone,
	"is_global_administrator" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_utc" timestamp (3) with time zone NOT NULL,
	"used_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_utc" timestamp (3) with time zone NOT NULL,
	"replaced_by_id" uuid,
	"replaced_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"authenticated_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_utc" timestamp (3) with time zone NOT NULL,
	"ended_utc" timestamp (3) with time zone,
	"ended_reason" text,
	"ip_address" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "user_password" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"failed_sign_ins" integer DEFAULT 0 NOT NULL,
	"locked_until_utc" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"valid_until_utc" timestamp (3) with time zone NOT NULL,
	"send_to_email_address" text NOT NULL,
	"access_level" text NOT NULL,
	"created_by_user_id" uuid
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invited_by_user_id" uuid,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'Active' NOT NULL,
	"access_level" text NOT NULL,
	CONSTRAINT "member_workspace_user_key" UNIQUE("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"created_utc" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_user_id" uuid,
	"owner_user_id" uuid,
	"company_name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text,
	"license_key_sealed" text,
	"license_key_hash" text,
	"subscription_status" text DEFAULT 'Active' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apex_test_result" ADD CONSTRAINT "apex_test_result_workspace_id_apex_test_run_id_apex_test_run_workspace_id_id_fk" FOREIGN KEY ("workspace_id","apex_test_run_id") REFERENCES "public"."apex_test_run"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apex_test_run" ADD CONSTRAINT "apex_test_run_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apex_test_run" ADD CONSTRAINT "apex_test_run_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict" ADD CONSTRAINT "conflict_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict_file" ADD CONSTRAINT "conflict_file_resolved_by_user_id_app_user_id_fk" FOREIGN KEY ("resolved_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict_file" ADD CONSTRAINT "conflict_file_last_modified_by_user_id_app_user_id_fk" FOREIGN KEY ("last_modified_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict_file" ADD CONSTRAINT "conflict_file_workspace_id_conflict_id_conflict_workspace_id_id_fk" FOREIGN KEY ("workspace_id","conflict_id") REFERENCES "public"."conflict"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conflict_file_version" ADD CONSTRAINT "conflict_file_version_workspace_id_conflict_file_id_conflict_file_workspace_id_id_fk" FOREIGN KEY ("workspace_id","conflict_file_id") REFERENCES "public"."conflict_file"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_failure" ADD CONSTRAINT "component_failure_workspace_id_revision_id_component_state_revision_workspace_id_id_fk" FOREIGN KEY ("workspace_id","revision_id") REFERENCES "public"."component_state_revision"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_state_revision" ADD CONSTRAINT "component_state_revision_workspace_id_environment_id_environment_workspace_id_id_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_snapshot" ADD CONSTRAINT "environment_snapshot_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_snapshot" ADD CONSTRAINT "environment_snapshot_workspace_id_environment_id_environment_workspace_id_id_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salesforce_org_info" ADD CONSTRAINT "salesforce_org_info_workspace_id_environment_id_environment_workspace_id_id_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment" ADD CONSTRAINT "environment_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment" ADD CONSTRAINT "environment_workspace_id_stack_id_stack_workspace_id_id_fk" FOREIGN KEY ("workspace_id","stack_id") REFERENCES "public"."stack"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_tag" ADD CONSTRAINT "environment_tag_workspace_id_environment_id_environment_workspace_id_id_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_answered_by_user_id_app_user_id_fk" FOREIGN KEY ("answered_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_lock" ADD CONSTRAINT "environment_lock_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_lock" ADD CONSTRAINT "environment_lock_workspace_id_environment_id_environment_workspace_id_id_fk" FOREIGN KEY ("workspace_id","environment_id") REFERENCES "public"."environment"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_progress" ADD CONSTRAINT "job_progress_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_step" ADD CONSTRAINT "job_step_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lock_ticket" ADD CONSTRAINT "lock_ticket_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job" ADD CONSTRAINT "job_workspace_id_stack_id_stack_workspace_id_id_fk" FOREIGN KEY ("workspace_id","stack_id") REFERENCES "public"."stack"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_dependency" ADD CONSTRAINT "job_dependency_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_dependency" ADD CONSTRAINT "job_dependency_workspace_id_depends_on_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","depends_on_job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_environment" ADD CONSTRAINT "job_environment_environment_id_environment_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_environment" ADD CONSTRAINT "job_environment_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_workspace_id_job_id_job_workspace_id_id_fk" FOREIGN KEY ("workspace_id","job_id") REFERENCES "public"."job"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_run_as_user_id_app_user_id_fk" FOREIGN KEY ("run_as_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_workspace_id_stack_id_stack_workspace_id_id_fk" FOREIGN KEY ("workspace_id","stack_id") REFERENCES "public"."stack"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "managed_repository" ADD CONSTRAINT "managed_repository_workspace_id_stack_id_stack_workspace_id_id_fk" FOREIGN KEY ("workspace_id","stack_id") REFERENCES "public"."stack"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_collaborator" ADD CONSTRAINT "repository_collaborator_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_collaborator" ADD CONSTRAINT "repository_collaborator_workspace_id_stack_id_stack_workspace_id_id_fk" FOREIGN KEY ("workspace_id","stack_id") REFERENCES "public"."stack"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_credential" ADD CONSTRAINT "repository_credential_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_credential" ADD CONSTRAINT "repository_credential_repository_id_managed_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."managed_repository"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_credential" ADD CONSTRAINT "repository_credential_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_credential" ADD CONSTRAINT "repository_credential_collaborator_id_repository_collaborator_id_fk" FOREIGN KEY ("collaborator_id") REFERENCES "public"."repository_collaborator"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stack" ADD CONSTRAINT "stack_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stack" ADD CONSTRAINT "stack_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_password" ADD CONSTRAINT "user_password_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_workspace_id_workspace_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_invited_by_user_id_app_user_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_created_by_user_id_app_user_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace" ADD CONSTRAINT "workspace_owner_user_id_app_user_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apex_test_result_run_idx" ON "apex_test_result" USING btree ("apex_test_run_id");--> statement-breakpoint
CREATE INDEX "apex_test_run_list_idx" ON "apex_test_run" USING btree ("workspace_id","stack_id","created_utc" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "apex_test_run_job_id_idx" ON "apex_test_run" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "audit_event_workspace_idx" ON "audit_event" USING btree ("workspace_id","created_utc" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_event_actor_idx" ON "audit_event" USING btree ("actor_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conflict_origin_key" ON "conflict" USING btree ("job_id","origin");--> statement-breakpoint
CREATE UNIQUE INDEX "conflict_file_path_key" ON "conflict_file" USING btree ("conflict_id","file_path");--> statement-breakpoint
CREATE INDEX "conflict_file_status_idx" ON "conflict_file" USING btree ("conflict_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "component_failure_component_key" ON "component_failure" USING btree ("revision_id","package_name","component_type","component_name");--> statement-breakpoint
CREATE INDEX "component_failure_page_idx" ON "component_failure" USING btree ("environment_id","revision_id","failing_since_utc");--> statement-breakpoint
CREATE INDEX "component_state_revision_environment_id_idx" ON "component_state_revision" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "environment_snapshot_number_key" ON "environment_snapshot" USING btree ("environment_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "environment_slug_key" ON "environment" USING btree ("stack_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "environment_name_key" ON "environment" USING btree ("stack_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "environment_git_branch_name_key" ON "environment" USING btree ("stack_id","git_branch_name");--> statement-breakpoint
CREATE UNIQUE INDEX "environment_production_key" ON "environment" USING btree ("stack_id") WHERE is_production;--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_origin_key" ON "inquiry" USING btree ("job_id","origin");--> statement-breakpoint
CREATE INDEX "inquiry_pending_idx" ON "inquiry" USING btree ("workspace_id","status");--> statement-breakpoint
CREATE INDEX "environment_lock_job_id_idx" ON "environment_lock" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "lock_ticket_stack_id_idx" ON "lock_ticket" USING btree ("stack_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "artifact_name_key" ON "artifact" USING btree ("job_id","type","name");--> statement-breakpoint
CREATE UNIQUE INDEX "artifact_file_key_key" ON "artifact" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "job_list_idx" ON "job" USING btree ("workspace_id","stack_id","created_utc" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_active_idx" ON "job" USING btree ("status") WHERE status <> 'Ended';--> statement-breakpoint
CREATE INDEX "job_ended_idx" ON "job" USING btree ("ended_utc");--> statement-breakpoint
CREATE UNIQUE INDEX "job_schedule_occurrence_key" ON "job" USING btree ("created_by_schedule_id","created_by_schedule_occurrence_utc","main_environment_id") WHERE created_by_schedule_id is not null;--> statement-breakpoint
CREATE INDEX "job_dependency_depends_on_job_id_idx" ON "job_dependency" USING btree ("depends_on_job_id");--> statement-breakpoint
CREATE INDEX "job_environment_environment_id_idx" ON "job_environment" USING btree ("environment_id","job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_origin_key" ON "notice" USING btree ("job_id","origin");--> statement-breakpoint
CREATE INDEX "schedule_due_idx" ON "schedule" USING btree ("next_occurrence_utc") WHERE is_enabled;--> statement-breakpoint
CREATE INDEX "schedule_stack_id_idx" ON "schedule" USING btree ("stack_id");--> statement-breakpoint
CREATE INDEX "device_authorization_expires_idx" ON "device_authorization" USING btree ("expires_utc");--> statement-breakpoint
CREATE INDEX "outbox_mail_due_idx" ON "outbox_mail" USING btree ("next_attempt_utc") WHERE sent_utc is null;--> statement-breakpoint
CREATE UNIQUE INDEX "managed_repository_name_key" ON "managed_repository" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "managed_repository_stack_id_key" ON "managed_repository" USING btree ("stack_id");--> statement-breakpoint
CREATE UNIQUE INDEX "repository_collaborator_username_key" ON "repository_collaborator" USING btree ("stack_id",lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "repository_credential_token_hash_key" ON "repository_credential" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "repository_credential_job_id_idx" ON "repository_credential" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stack_slug_key" ON "stack" USING btree ("workspace_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "stack_name_key" ON "stack" USING btree ("workspace_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email_address_key" ON "app_user" USING btree (lower("email_address"));--> statement-breakpoint
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_token_token_hash_key" ON "refresh_token" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "refresh_token_session_id_idx" ON "refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_token_tip_key" ON "refresh_token" USING btree ("session_id") WHERE replaced_by_id is null;--> statement-breakpoint
CREATE INDEX "session_user_id_idx" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invitation_workspace_id_idx" ON "invitation" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "member_user_id_idx" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_slug_key" ON "workspace" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_name_key" ON "workspace" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_license_key_hash_key" ON "workspace" USING btree ("license_key_hash");
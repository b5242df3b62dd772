-- The server logs in as sluice_app, which owns nothing and sees the rows of one workspace: the one that the
-- transaction has set. For users, sessions and work across workspaces a transaction takes the role sluice_system.
-- Both roles are made before the migrations run, because roles belong to the whole server, not to a database.
GRANT USAGE ON SCHEMA public TO sluice_app, sluice_system;
--> statement-breakpoint
GRANT USAGE ON SCHEMA drizzle TO sluice_app, sluice_system;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO sluice_app, sluice_system;
--> statement-breakpoint
CREATE FUNCTION sluice_workspace_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('sluice.workspace_id', true), '')::uuid $$;
--> statement-breakpoint
-- For every table with a workspace_id, now and in later migrations.
CREATE PROCEDURE sluice_isolate(isolated regclass, workspace_column name DEFAULT 'workspace_id') LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', isolated);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', isolated);
  EXECUTE format(
    'CREATE POLICY of_workspace ON %1$s TO sluice_app USING (%2$I = (SELECT sluice_workspace_id())) WITH CHECK (%2$I = (SELECT sluice_workspace_id()))',
    isolated, workspace_column);
  EXECUTE format('CREATE POLICY of_system ON %s TO sluice_system USING (true) WITH CHECK (true)', isolated);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO sluice_app, sluice_system', isolated);
END $$;
--> statement-breakpoint
REVOKE ALL ON PROCEDURE sluice_isolate(regclass, name) FROM PUBLIC;
--> statement-breakpoint
DO $$
DECLARE isolated regclass;
BEGIN
  FOR isolated IN
    SELECT a.attrelid::regclass FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'workspace_id' AND NOT a.attisdropped
  LOOP
    CALL sluice_isolate(isolated);
  END LOOP;
  CALL sluice_isolate('workspace', 'id');
END $$;
--> statement-breakpoint
-- What was done stays written down.
REVOKE UPDATE, DELETE ON audit_event FROM sluice_app, sluice_system;
--> statement-breakpoint
-- Mail carries links that open accounts: a workspace may send, and read nothing but what spares it a second mail.
REVOKE SELECT, UPDATE, DELETE ON outbox_mail FROM sluice_app;
--> statement-breakpoint
GRANT SELECT (deduplication_key) ON outbox_mail TO sluice_app;
--> statement-breakpoint
GRANT SELECT ON app_user TO sluice_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON app_user, user_password, session, refresh_token, password_reset, executor,
  used_nonce, device_authorization, server_fact TO sluice_system;
--> statement-breakpoint
-- Stacks lie inside one workspace; without knowing it the planner multiplies the two conditions and picks a bad plan.
CREATE STATISTICS job_workspace_stack (dependencies) ON workspace_id, stack_id FROM job;
--> statement-breakpoint
CREATE STATISTICS component_failure_scope (dependencies) ON workspace_id, environment_id, revision_id FROM component_failure;

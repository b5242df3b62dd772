-- Each event of the audit log is chained to the one before it: its hash covers the hash of its predecessor. Events
-- of a workspace make one chain, those outside any workspace another one, whose id is zero.
CREATE TABLE "audit_link" (
	"chain_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"event_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_link_chain_id_sequence_pk" PRIMARY KEY("chain_id","sequence")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_link_event_id_key" ON "audit_link" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "audit_event_created_idx" ON "audit_event" USING btree ("created_utc" DESC NULLS LAST) WHERE workspace_id is null;
--> statement-breakpoint
CREATE FUNCTION sluice_audit_chain_id(workspace uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT coalesce(workspace, '00000000-0000-0000-0000-000000000000'::uuid) $$;
--> statement-breakpoint
-- What the hash of an event covers: everything that it says, its place in the chain, and the hash before it.
CREATE FUNCTION sluice_audit_hash(previous bytea, place bigint, event audit_event) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT sha256(previous || convert_to(jsonb_build_array(
  place, event.id, to_char(event.created_utc AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), event.workspace_id,
  event.actor_user_id, event.action, event.subject_type, event.subject_id, event.details, event.ip_address,
  event.trace_id)::text, 'UTF8')) $$;
--> statement-breakpoint
-- Runs at the commit: what waits for the chain holds no lock that a transaction in the middle of its work could want.
CREATE FUNCTION sluice_chain_audit_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
DECLARE
  chain uuid := sluice_audit_chain_id(NEW.workspace_id);
  last_sequence bigint := 0;
  last_hash bytea := '';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit chain ' || chain, 0));
  SELECT sequence, hash INTO last_sequence, last_hash FROM audit_link
    WHERE chain_id = chain ORDER BY sequence DESC LIMIT 1;
  IF NOT FOUND THEN last_sequence := 0; last_hash := ''; END IF;
  INSERT INTO audit_link (chain_id, sequence, event_id, hash)
    VALUES (chain, last_sequence + 1, NEW.id, sluice_audit_hash(last_hash, last_sequence + 1, NEW));
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION sluice_chain_audit_event() FROM PUBLIC;
--> statement-breakpoint
-- What was recorded before the chain began becomes its beginning. The owner has no policy, so it reads without force.
ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DO $$
DECLARE
  event audit_event;
  chain uuid := NULL;
  place bigint := 0;
  last_hash bytea := '';
BEGIN
  FOR event IN SELECT * FROM audit_event ORDER BY sluice_audit_chain_id(workspace_id), created_utc, id LOOP
    IF chain IS DISTINCT FROM sluice_audit_chain_id(event.workspace_id) THEN
      chain := sluice_audit_chain_id(event.workspace_id);
      place := 0;
      last_hash := '';
    END IF;
    place := place + 1;
    last_hash := sluice_audit_hash(last_hash, place, event);
    INSERT INTO audit_link (chain_id, sequence, event_id, hash) VALUES (chain, place, event.id, last_hash);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE audit_event FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER audit_event_is_chained AFTER INSERT ON audit_event
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sluice_chain_audit_event();
--> statement-breakpoint
-- The server reads the chain and never writes it: the trigger runs with the rights of the tables' owner.
ALTER TABLE audit_link ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY of_workspace ON audit_link FOR SELECT TO sluice_app USING (chain_id = (SELECT sluice_workspace_id()));
--> statement-breakpoint
CREATE POLICY of_system ON audit_link FOR SELECT TO sluice_system USING (true);
--> statement-breakpoint
GRANT SELECT ON audit_link TO sluice_app, sluice_system;

-- The acts that are about a message, without which a full room lets it go.

CREATE INDEX audit_log_by_message ON audit_log (message) WHERE message IS NOT NULL;

-- Who at the desk has a request in hand while it is `issuing`. An account that is gone holds nothing.
ALTER TABLE invoice_request ADD COLUMN held_by text REFERENCES user_account (id) ON DELETE SET NULL;
CREATE INDEX invoice_request_held ON invoice_request (held_by) WHERE held_by IS NOT NULL;

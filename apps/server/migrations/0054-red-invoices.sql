-- An issued invoice whose money went back waits for its red one, which finance makes out and uploads as it did the first.
ALTER TABLE invoice_request DROP CONSTRAINT invoice_request_status_check;
ALTER TABLE invoice_request ADD CONSTRAINT invoice_request_status_check
  CHECK (status IN ('submitted', 'issuing', 'issued', 'rejected', 'redPending', 'redIssued'));
ALTER TABLE invoice_request ADD COLUMN red_invoice_no text;
ALTER TABLE invoice_request ADD COLUMN red_file_id text REFERENCES user_file (id) ON DELETE SET NULL;

-- Until now nobody was asked for the red one.
UPDATE invoice_request SET status = 'redPending' WHERE status = 'redIssued';
ALTER TABLE invoice_request ADD CONSTRAINT invoice_request_red CHECK (status <> 'redIssued' OR red_invoice_no IS NOT NULL);

ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check CHECK (kind IN ('ticketAnswered', 'claimApproved', 'claimRejected', 'refundApproved',
  'refundRejected', 'refundMade', 'rightsSuspended', 'rightsResumed', 'invoiceIssued', 'invoiceRejected', 'redInvoiceIssued',
  'applicationApproved', 'applicationRejected', 'bookUpdated', 'erratumAccepted', 'erratumDuplicate', 'erratumRejected', 'erratumFixed',
  'ratingHidden'));

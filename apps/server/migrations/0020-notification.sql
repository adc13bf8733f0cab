-- Notifications to users. All times are UTC milliseconds.

-- One row per notification.
create table notice (
  id text primary key,
  user_id text not null references user_account (id) on delete cascade,
  kind text not null check (kind in (
    'ticketAnswered', 'claimApproved', 'claimRejected', 'refundApproved', 'refundRejected', 'refundMade', 'rightsSuspended',
    'rightsResumed', 'invoiceIssued', 'invoiceRejected', 'redInvoiceIssued', 'applicationApproved', 'applicationRejected', 'bookUpdated',
    'erratumAccepted', 'erratumDuplicate', 'erratumRejected', 'erratumFixed', 'ratingHidden',
    'classAdmitted', 'classRemoved', 'classAnnounced', 'classCoTeacher', 'classAsked', 'classReplied', 'classPostHidden', 'assignmentPublished',
    'scoreCorrected',
    'sampleApproved', 'sampleRejected', 'sampleShipped', 'gradesReleased', 'gradeAppealed', 'gradeAppealReplied',
    'adoptionReturned', 'adoptionConfirmed', 'adoptionOrdered',
    'royaltyIssued', 'royaltyReplied', 'royaltyPaid', 'royaltyConfirmed', 'royaltyDisputed',
    'readingReminder', 'readingSummary'
  )),
  -- What it is about, for example a book id or order number, and its name at that time.
  subject_id text not null,
  subject_name text not null default '',
  created_at bigint not null,
  read_at bigint
);
create index notice_newest on notice (user_id, created_at desc, id desc);
create index notice_old on notice (created_at);

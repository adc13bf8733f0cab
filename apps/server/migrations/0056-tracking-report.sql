-- Reports on the use of a book (使用跟踪报告): the published statistics of one period, frozen, signed and printed. Times are UTC ms.

create table tracking_report (
  id text primary key,
  book_id text not null references book (id) on delete cascade,
  -- `week`, `term` or `all`, up to the week that is named by its Monday. The numbers of a week never change, so there is one report.
  period text not null,
  week text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- Steps that are done, of 4: the numbers, the workbook, the Word document, the PDF.
  steps int not null default 0,
  created_at bigint not null,
  -- What is frozen (`FrozenReport`), the SHA-256 of its text in hexadecimal, and the signature over it; null until the first step is done.
  frozen text,
  content_sha256 text,
  signature text,
  unique (book_id, period, week)
);

-- The printed files. A PDF is missing where the server had no Chinese font; it is printed when it is downloaded.
create table tracking_report_file (
  report_id text not null references tracking_report (id) on delete cascade,
  format text not null check (format in ('xlsx', 'docx', 'pdf')),
  bytes bytea not null,
  content_sha256 text not null,
  primary key (report_id, format)
);

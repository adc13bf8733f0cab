/** The only SQL on reports of use. */
import type { ReportFormat, StatisticsPeriod, TrackingReport } from '@shufang/contract';
import type { Queryable, Row } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';

export interface StoredReport {
  readonly id: string;
  readonly bookId: string;
  readonly period: StatisticsPeriod;
  readonly state: TrackingReport['state'];
  readonly steps: number;
  readonly createdAt: number;
  readonly frozen: string | null;
  readonly sha256: string | null;
  readonly signature: string | null;
}

const COLUMNS = sql.raw(
  `id, book_id as "bookId", period, state, steps, created_at as "createdAt", frozen, content_sha256 as sha256, signature`,
);

export const findReport = async (db: Queryable, id: string): Promise<StoredReport | undefined> =>
  (await db.execute<Row<StoredReport>>(sql`select ${COLUMNS} from tracking_report where id = ${id}`)).rows[0];

export const listReports = async (db: Queryable, bookId: string): Promise<StoredReport[]> =>
  (
    await db.execute<Row<StoredReport>>(
      sql`select ${COLUMNS} from tracking_report where book_id = ${bookId} order by created_at desc, id desc`,
    )
  ).rows;

interface NewReport {
  readonly id: string;
  readonly bookId: string;
  readonly period: StatisticsPeriod;
  readonly week: string;
  readonly now: number;
}

/** Adds a report, or begins a failed one again; one that exists stays. Returns the id of the report of the book, period and week. */
export const putReport = async (db: Queryable, { id, bookId, period, week, now }: NewReport): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into tracking_report as r (id, book_id, period, week, state, created_at)
    values (${id}, ${bookId}, ${period}, ${week}, 'waiting', ${now})
    on conflict (book_id, period, week) do update
      set state = case when r.state = 'failed' then 'waiting' else r.state end
    returning id`);
  return rows[0]?.id ?? id;
};

export const setReportState = async (db: Queryable, id: string, state: TrackingReport['state'], steps: number): Promise<void> => {
  await db.execute(sql`update tracking_report set state = ${state}, steps = ${steps} where id = ${id}`);
};

/** Freezes the numbers of a report, once. */
export const freezeReport = async (
  db: Queryable,
  id: string,
  { frozen, sha256, signature }: { readonly frozen: string; readonly sha256: string; readonly signature: string },
): Promise<void> => {
  await db.execute(sql`
    update tracking_report set frozen = ${frozen}, content_sha256 = ${sha256}, signature = ${signature} where id = ${id} and frozen is null`);
};

export interface ReportFile {
  readonly format: ReportFormat;
  readonly bytes: Buffer;
  readonly sha256: string;
}

export const listReportFiles = async (db: Queryable, reportId: string): Promise<ReportFile[]> =>
  (
    await db.execute<Row<ReportFile>>(
      sql`select format, bytes, content_sha256 as sha256 from tracking_report_file where report_id = ${reportId} order by format`,
    )
  ).rows;

/** Stores a printed file; one that is stored stays. */
export const putReportFile = async (db: Queryable, reportId: string, { format, bytes, sha256 }: ReportFile): Promise<void> => {
  await db.execute(sql`
    insert into tracking_report_file (report_id, format, bytes, content_sha256) values (${reportId}, ${format}, ${bytes}, ${sha256})
    on conflict do nothing`);
};

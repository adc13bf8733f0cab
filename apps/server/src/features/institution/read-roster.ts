/** Parses a member list: detects the columns and reads each line. Uses no database. Runs in an isolated process (`roster.task.ts`). */
import { CodedError, LIMITS, type MemberKind, phone } from '@shufang/contract';
import { DAY_MS, timeOfChinaClock } from '../../platform/china-time.ts';
import { readTable, TableError, TableTooLong } from '../../platform/read-table.ts';
import { INSTITUTION_LIMITS } from './limits.ts';

export interface RosterLine {
  /** Number of the line in the uploaded file, from 1. */
  readonly line: number;
  readonly phone: string;
  readonly studentNo: string;
  readonly name: string;
  readonly kind: MemberKind;
  readonly validUntil: number | null;
}

export interface RosterError {
  readonly line: number;
  readonly reason: string;
}

type Column = 'phone' | 'studentNo' | 'name' | 'kind' | 'validUntil';

const COLUMNS: Readonly<Record<Column, RegExp>> = {
  phone: /^(?:手机号?码?|联系电话|电话)$/,
  studentNo: /^(?:学号|工号|学工号|学号[/、或]工号)$/,
  name: /^(?:姓名|名字)$/,
  kind: /^(?:身份|类别|人员类别|角色)$/,
  validUntil: /^(?:有效期至?|到期日?期?|截止日期)$/,
};

const KINDS: readonly (readonly [RegExp, MemberKind])[] = [
  [/学生|研究生|本科|博士|硕士/, 'student'],
  [/教师|老师|教职|教工/, 'teacher'],
];

/** Returns the digits of a phone number or student number, which a spreadsheet may have written as `1.38E+10` or `13800000000.0`. */
const asDigits = (cell: string): string =>
  /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(cell) && /[.e]/i.test(cell) ? Number(cell).toFixed(0) : cell.replaceAll(/[\s-]/g, '');

/** The date that spreadsheets store as day 0 (1899-12-30), in UTC ms. */
const SPREADSHEET_ZERO = Date.UTC(1899, 11, 30);

/** Returns the end, in China, of the day that a cell contains, UTC ms; undefined if the cell contains no date. */
const endOfDay = (cell: string): number | undefined => {
  if (/^\d{5}(?:\.\d+)?$/.test(cell)) return timeOfChinaClock(SPREADSHEET_ZERO + (Math.floor(Number(cell)) + 1) * DAY_MS);
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(at).getUTCDate() === Number(day) ? timeOfChinaClock(at + DAY_MS) : undefined;
};

const columnsOf = (head: readonly string[]): Map<Column, number> => {
  const found = new Map<Column, number>();
  for (const [column, name] of Object.entries(COLUMNS) as [Column, RegExp][]) {
    const at = head.findIndex((cell) => name.test(cell.replaceAll(/\s/g, '')));
    if (at >= 0) found.set(column, at);
  }
  return found;
};

const ERRORS_SHOWN = 50;

const readLine = (cellOf: (column: Column) => string, line: number): RosterLine | RosterError => {
  const tel = asDigits(cellOf('phone')).replace(/^(?:\+|00)?86(?=1\d{10}$)/, '');
  const studentNo = asDigits(cellOf('studentNo'));
  const name = cellOf('name');
  const until = cellOf('validUntil');
  if (tel === '' && studentNo === '') return { line, reason: '没有手机号，也没有学号' };
  if (tel !== '' && !phone.safeParse(tel).success) return { line, reason: `手机号“${tel.slice(0, 20)}”有误` };
  if (studentNo.length > LIMITS.studentNoChars) return { line, reason: '学号过长' };
  if (studentNo !== '' && name === '') return { line, reason: '有学号的一行须有姓名' };
  if (name.length > 60) return { line, reason: '姓名过长' };
  const validUntil = until === '' ? null : endOfDay(until);
  if (validUntil === undefined) return { line, reason: `有效期“${until.slice(0, 20)}”有误，例如 2027-06-30` };
  const kind = KINDS.find(([word]) => word.test(cellOf('kind')))?.[1] ?? 'other';
  return { line, phone: tel, studentNo, name, kind, validUntil };
};

/** Parses a member list. Throws `institution.rosterUnreadable`, `institution.rosterTooLong`. */
export const readRoster = (bytes: Uint8Array): { lines: RosterLine[]; errors: RosterError[] } => {
  const max = INSTITUTION_LIMITS.rosterLinesMax;
  let rows: string[][];
  try {
    rows = readTable(bytes, { rows: max + 1 });
  } catch (error) {
    if (error instanceof TableTooLong) throw new CodedError('institution.rosterTooLong', { max }, { cause: error });
    if (error instanceof TableError) throw new CodedError('institution.rosterUnreadable', { reason: error.message }, { cause: error });
    throw error;
  }
  const [head = [], ...body] = rows;
  const columns = columnsOf(head);
  if (!columns.has('phone') && !columns.has('studentNo'))
    throw new CodedError('institution.rosterUnreadable', { reason: '第一行须有“手机号”或“学号”一栏' });
  const lines: RosterLine[] = [];
  const errors: RosterError[] = [];
  const seen = new Map<string, number>();
  for (const [index, row] of body.entries()) {
    if (row.every((cell) => cell === '')) continue;
    const read = readLine((column) => row[columns.get(column) ?? -1] ?? '', index + 2);
    if ('reason' in read) {
      if (errors.length < ERRORS_SHOWN) errors.push(read);
      continue;
    }
    const keys = [read.phone && `手机号 ${read.phone}`, read.studentNo && `学号 ${read.studentNo}`].filter((key) => key !== '');
    const twin = keys.find((key) => seen.has(key));
    if (twin !== undefined) {
      if (errors.length < ERRORS_SHOWN) errors.push({ line: read.line, reason: `${twin} 与第 ${seen.get(twin)} 行重复` });
      continue;
    }
    for (const key of keys) seen.set(key, read.line);
    lines.push(read);
  }
  if (lines.length === 0 && errors.length === 0) throw new CodedError('institution.rosterUnreadable', { reason: '名单是空的' });
  return { lines, errors };
};

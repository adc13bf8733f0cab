/** A list of members as a table: which column is what, and what each line says. Knows no database. */
import { CodedError, LIMITS, type MemberKind, phone } from '@shufang/contract';
import { readTable, TableFault, TableTooLong } from '../../platform/read-table.ts';

export interface RosterLine {
  /** In the file, from 1. */
  readonly line: number;
  readonly phone: string;
  readonly studentNo: string;
  readonly name: string;
  readonly kind: MemberKind;
  readonly validUntil: number | null;
}

export interface RosterFault {
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

/** Long numbers that a spreadsheet wrote its own way: `1.38E+10`, `13800000000.0`. */
const asDigits = (cell: string): string =>
  /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(cell) && /[.e]/i.test(cell) ? Number(cell).toFixed(0) : cell.replaceAll(/[\s-]/g, '');

const DAY_MS = 86_400_000;
const CHINA_AHEAD_MS = 8 * 3_600_000;
/** Day 0 of a spreadsheet is 1899-12-30. */
const SPREADSHEET_ZERO = Date.UTC(1899, 11, 30);

/** The end of the day in China; undefined for what is no date. */
const endOfDay = (cell: string): number | undefined => {
  if (/^\d{5}(?:\.\d+)?$/.test(cell)) return SPREADSHEET_ZERO + (Math.floor(Number(cell)) + 1) * DAY_MS - CHINA_AHEAD_MS;
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(cell) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return new Date(at).getUTCDate() === Number(day) ? at + DAY_MS - CHINA_AHEAD_MS : undefined;
};

const columnsOf = (head: readonly string[]): Map<Column, number> => {
  const found = new Map<Column, number>();
  for (const [column, name] of Object.entries(COLUMNS) as [Column, RegExp][]) {
    const at = head.findIndex((cell) => name.test(cell.replaceAll(/\s/g, '')));
    if (at >= 0) found.set(column, at);
  }
  return found;
};

const FAULTS_SHOWN = 50;

const readLine = (cellOf: (column: Column) => string, line: number): RosterLine | RosterFault => {
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

/** Throws `institution.rosterUnreadable`, `institution.rosterTooLong`. */
export const readRoster = (bytes: Uint8Array): { lines: RosterLine[]; faults: RosterFault[] } => {
  const max = LIMITS.rosterLinesMax;
  let rows: string[][];
  try {
    rows = readTable(bytes, { rows: max + 1 });
  } catch (error) {
    if (error instanceof TableTooLong) throw new CodedError('institution.rosterTooLong', { max }, { cause: error });
    if (error instanceof TableFault) throw new CodedError('institution.rosterUnreadable', { reason: error.message }, { cause: error });
    throw error;
  }
  const [head = [], ...body] = rows;
  const columns = columnsOf(head);
  if (!columns.has('phone') && !columns.has('studentNo'))
    throw new CodedError('institution.rosterUnreadable', { reason: '第一行须有“手机号”或“学号”一栏' });
  const lines: RosterLine[] = [];
  const faults: RosterFault[] = [];
  const seen = new Map<string, number>();
  for (const [index, row] of body.entries()) {
    if (row.every((cell) => cell === '')) continue;
    const read = readLine((column) => row[columns.get(column) ?? -1] ?? '', index + 2);
    if ('reason' in read) {
      if (faults.length < FAULTS_SHOWN) faults.push(read);
      continue;
    }
    const keys = [read.phone && `手机号 ${read.phone}`, read.studentNo && `学号 ${read.studentNo}`].filter((key) => key !== '');
    const twin = keys.find((key) => seen.has(key));
    if (twin !== undefined) {
      if (faults.length < FAULTS_SHOWN) faults.push({ line: read.line, reason: `${twin} 与第 ${seen.get(twin)} 行重复` });
      continue;
    }
    for (const key of keys) seen.set(key, read.line);
    lines.push(read);
  }
  if (lines.length === 0 && faults.length === 0) throw new CodedError('institution.rosterUnreadable', { reason: '名单是空的' });
  return { lines, faults };
};

/** Lays out a gradebook as the sheets of a workbook: results, formulas of the totals, and which results count. */
import { assessedScheme, cellEffect, type GradeCell, studentGrade } from '@shufang/assessment';
import type { GradeSchemeRecord, GradeValue } from '@shufang/contract';
import type { Cell, Sheet } from '../../platform/write-xlsx.ts';

/** A student with the results by column id. */
export interface WorkbookStudent {
  readonly name: string;
  readonly studentNo: string;
  readonly cells: Readonly<Record<string, GradeValue>>;
}

const STATE_NAMES = {
  exempt: '免修',
  missing: '缺交',
  absent: '缺考',
  truant: '旷考',
  deferred: '缓考',
  cheating: '作弊',
  barred: '无资格',
} as const satisfies Record<Extract<GradeValue, { kind: 'state' }>['state'], string>;

/** Columns before the first result: student number and name. */
const LEAD = 2;
/** Rows before the first student: the heading, and full scores and weights. */
const TOP = 2;
const COUNTED_SHEET = '计入';

/** Returns the letters of a column, from 0. */
const lettersOf = (column: number): string => {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : lettersOf(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
};

const valueCell = (value: GradeValue | undefined): Cell => {
  if (value === undefined || value.kind === 'empty') return undefined;
  return value.kind === 'points' ? value.milli / 1000 : STATE_NAMES[value.state];
};

/** Divides an exact fraction as a floating-point number. */
const toNumber = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }): number =>
  Number(numerator) / Number(denominator);

/**
 * Returns the sheets. The share of a category is computed from the results that the sheet 计入 marks with 1: which ones are dropped is
 * decided when the workbook is written, everything else changes with the results.
 */
export const gradebookSheets = (scheme: GradeSchemeRecord, students: readonly WorkbookStudent[]): Sheet[] => {
  const categories = scheme.categories.map((category) => ({
    ...category,
    columns: scheme.columns.filter(({ categoryId }) => categoryId === category.id),
  }));
  const columns = categories.flatMap((category) => category.columns);
  const shareStart = LEAD + columns.length;
  const starts = new Map<string, number>();
  let next = LEAD;
  for (const { id, columns: own } of categories) {
    starts.set(id, next);
    next += own.length;
  }
  const assessed = assessedScheme(scheme);
  const totalFormat = scheme.digits === 0 ? '0' : `0.${'0'.repeat(scheme.digits)}`;
  const gradeOf = ({ cells }: WorkbookStudent) => studentGrade(assessed, new Map<string, GradeCell>(Object.entries(cells))).soFar;
  const countedRow = (student: WorkbookStudent): Cell[] => {
    const dropped = new Set(
      gradeOf(student).categories.flatMap(({ results }) => results.flatMap((one) => (one.isDropped ? [one.columnId] : []))),
    );
    return columns.map(({ id }) => ({
      whole: cellEffect(student.cells[id] ?? { kind: 'empty' }).effect === 'counts' && !dropped.has(id) ? 1 : 0,
    }));
  };
  const resultRow = (student: WorkbookStudent, index: number): Cell[] => {
    const row = TOP + 1 + index;
    const total = gradeOf(student);
    const shares = categories.map((category, at): Cell => {
      const start = starts.get(category.id) ?? LEAD;
      if (category.columns.length === 0) return undefined;
      const [from, to] = [lettersOf(start), lettersOf(start + category.columns.length - 1)];
      const [own, maxima] = [`${from}${row}:${to}${row}`, `${from}$${TOP}:${to}$${TOP}`];
      const counted = `${COUNTED_SHEET}!${own}`;
      const [earned, possible] =
        category.method === 'points'
          ? [`SUMPRODUCT(${counted},${own})`, `SUMPRODUCT(${counted},${maxima})`]
          : [`SUMPRODUCT(${counted},${own},1/${maxima})`, `SUM(${counted})`];
      const share = total.categories[at]?.share;
      return {
        formula: `IF(${possible}=0,"",${earned}/${possible})`,
        result: share === undefined ? undefined : toNumber(share),
        format: '0.00%',
      };
    });
    const [from, to] = [lettersOf(shareStart), lettersOf(shareStart + categories.length - 1)];
    const [own, weights] = [`${from}${row}:${to}${row}`, `${from}$${TOP}:${to}$${TOP}`];
    const used = `SUMPRODUCT(ISNUMBER(${own})*1,${weights})`;
    const { scaledTotal } = total;
    return [
      student.studentNo,
      student.name,
      ...columns.map(({ id }) => valueCell(student.cells[id])),
      ...shares,
      categories.length === 0
        ? undefined
        : {
            // The inner rounding removes the error of binary fractions, so that a half is rounded up as it is in the gradebook.
            formula: `IF(${used}=0,"",ROUND(ROUND(100*SUMPRODUCT(${own},${weights})/${used},9),${scheme.digits}))`,
            result: scaledTotal === undefined ? undefined : scaledTotal / 10 ** scheme.digits,
            format: totalFormat,
          },
    ];
  };
  const lead = ['学号', '姓名'];
  return [
    {
      name: '成绩',
      rows: [
        [...lead, ...columns.map(({ title }) => title), ...categories.map(({ name }) => `${name}得分率`), '总评'],
        ['', '满分与权重', ...columns.map(({ maxMilli }) => maxMilli / 1000), ...categories.map((one) => one.weightBasisPoints / 100)],
        ...students.map(resultRow),
      ],
      widths: [14, 12, ...columns.map(() => 12), ...categories.map(() => 14), 10],
    },
    {
      name: COUNTED_SHEET,
      rows: [
        [...lead, ...columns.map(({ title }) => title)],
        ['', '1 为计入，0 为不计入'],
        ...students.map((student) => [student.studentNo, student.name, ...countedRow(student)]),
      ],
      widths: [14, 20, ...columns.map(() => 12)],
    },
  ];
};

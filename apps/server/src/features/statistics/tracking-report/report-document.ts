/** Lays out a report of use as a printed document and as a workbook, with the numbers, texts and charts of the page. Pure. */
import {
  chapterCharts,
  daysChart,
  errataChart,
  HIDDEN_NUMBER,
  STATISTICS_DEFINITIONS as meanings,
  PERIOD_NAMES,
  statisticsFigures,
  weeksGrid,
} from '@shufang/contract';
import { chartSheet } from '../../../platform/office/chart-sheet.ts';
import type { PrintedBlock, PrintedDocument } from '../../../platform/typeset/printed-document.ts';
import type { Sheet } from '../../../platform/write-xlsx.ts';
import { statisticsSheets } from '../statistics-workbook.ts';
import type { FrozenReport } from './frozen-report.ts';

/** How the report can be verified. */
export interface ReportSeal {
  readonly sha256: string;
  readonly code: string;
  /** Page on which anyone verifies the code. */
  readonly verifyUrl: string;
}

const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Shanghai' });
const day = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' });
const dayText = (text: string): string => day.format(new Date(`${text}T00:00:00Z`));

const SIMULATED = '模拟数据：这些数字来自演示用的模拟阅读，不是真实读者。';

const heading = (text: string): PrintedBlock => ({ kind: 'heading', level: 1, text });
const note = (text: string): PrintedBlock => ({ kind: 'paragraph', isNote: true, text });

/** The meanings of the numbers. A report has no royalties, which only their author sees. */
const definitions = Object.entries(meanings).flatMap(([key, { name, meaning }]) => (key === 'royaltyDue' ? [] : [[name, meaning]]));

const spanOf = ({ period, statistics: { from, to } }: FrozenReport): string => `${PERIOD_NAMES[period]}，${dayText(from)}至 ${dayText(to)}`;

const figureBlocks = ({ statistics }: FrozenReport): PrintedBlock[] =>
  statisticsFigures(statistics, true).flatMap(({ title, figures }): PrintedBlock[] => [
    {
      kind: 'table',
      caption: title,
      head: ['数字', '值', '含义'],
      rows: figures.map(({ name, value, meaning, basis }) => [
        name,
        [value ?? HIDDEN_NUMBER, basis].filter((part) => part !== undefined).join('，'),
        meaning,
      ]),
      widths: [18, 22, 60],
    },
  ]);

const chartBlocks = ({ statistics }: FrozenReport): PrintedBlock[] => {
  if (statistics.readers === undefined) return [{ kind: 'paragraph', text: '读者还不到 5 人，所以不显示阅读的图表。' }];
  const days = daysChart(statistics);
  return [
    ...(days === undefined ? [] : [{ kind: 'chart', chart: days } as const]),
    { kind: 'grid', grid: weeksGrid(statistics) },
    ...chapterCharts(statistics).map((chart) => ({ kind: 'chart', chart }) as const),
  ];
};

const listBlocks = ({ statistics }: FrozenReport): PrintedBlock[] => {
  const { highlighted, questions, institutions } = statistics;
  const errata = errataChart(statistics);
  const list = (
    caption: string,
    meaning: string,
    head: string[],
    rows: string[][],
    widths: number[],
    figures: number[],
  ): PrintedBlock[] => [
    heading(caption),
    note(meaning),
    rows.length === 0
      ? { kind: 'paragraph', text: '没有可以列出的。' }
      : { kind: 'table', caption: `${caption}：列表`, head, rows, widths, figures },
  ];
  return [
    ...list(
      '划线最多的段落',
      meanings.highlighted.meaning,
      ['段落', '章', '人数'],
      highlighted.map(({ quote, chapter, users }) => [quote, chapter, String(users)]),
      [60, 28, 12],
      [2],
    ),
    ...list(
      '最难的练习',
      meanings.questions.meaning,
      ['题目', '章', '人数', '平均得分', '区分度'],
      questions.map(({ itemId, chapter, users, facilityPercent, discrimination }) => [
        itemId,
        chapter,
        String(users),
        `${facilityPercent}%`,
        discrimination === undefined ? '—' : (discrimination / 100).toFixed(2),
      ]),
      [30, 30, 12, 14, 14],
      [2, 3, 4],
    ),
    ...list(
      '读者所在的机构',
      meanings.institutions.meaning,
      ['机构', '读者'],
      institutions.map(({ name, readers }) => [name, readers === undefined ? HIDDEN_NUMBER : String(readers)]),
      [75, 25],
      [1],
    ),
    ...(errata === undefined ? [] : [heading(meanings.errata.name), { kind: 'chart', chart: errata } as const]),
  ];
};

const sealFacts = ({ frozenAt, publisher }: FrozenReport, { sha256, code, verifyUrl }: ReportSeal): (readonly [string, string])[] => [
  ['出具', publisher],
  ['冻结时间', time.format(frozenAt)],
  ['数据的 SHA-256', sha256],
  ['签名（Ed25519）', code],
  ['核验', `${verifyUrl}?code=${code}`],
];

/** Returns the report as a document. The same report has the same document. */
export const reportDocument = (report: FrozenReport, seal: ReportSeal): PrintedDocument => ({
  title: `《${report.title}》使用跟踪报告`,
  subtitle: spanOf(report),
  publisher: report.publisher,
  foot: `报告编号 ${report.id}，核验：${seal.verifyUrl}`,
  date: report.frozenAt,
  blocks: [
    ...(report.isSimulated ? [{ kind: 'paragraph', text: SIMULATED } as const] : []),
    { kind: 'facts', items: [['图书', report.title], ['范围', spanOf(report)], ...sealFacts(report, seal)] },
    heading('主要数字'),
    ...figureBlocks(report),
    heading('读者怎样读'),
    ...chartBlocks(report),
    ...listBlocks(report),
    heading('这些数字的含义'),
    {
      kind: 'table',
      caption: '定义',
      head: ['数字', '含义'],
      rows: definitions,
      widths: [22, 78],
    },
  ],
});

/** Returns the report as the sheets of a workbook. */
export const reportSheets = (report: FrozenReport, seal: ReportSeal): Sheet[] => {
  const { statistics, title, isSimulated } = report;
  const days = daysChart(statistics);
  const errata = errataChart(statistics);
  const charts = [
    ...(statistics.readers === undefined ? [] : [...(days === undefined ? [] : [days]), ...chapterCharts(statistics)]),
    ...(errata === undefined ? [] : [errata]),
  ];
  return [
    { name: '报告', rows: [[`《${title}》使用跟踪报告`], ['范围', spanOf(report)], ...sealFacts(report, seal)], widths: [20, 100] },
    ...statisticsSheets(statistics, { title, selection: PERIOD_NAMES[report.period], isSimulated }),
    chartSheet('图表', charts),
  ];
};

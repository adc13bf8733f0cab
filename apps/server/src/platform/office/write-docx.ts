/** Writes a printed document as a Word document, with charts that can be edited there. Runs in an isolated process. */
import { createHash } from 'node:crypto';
import { type ChartModel, chartTable, chartValues, type GridModel } from '@shufang/contract/charts';
import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { PrintedBlock, PrintedDocument } from '../typeset/printed-document.ts';
import { xmlText } from '../xml-text.ts';
import { CHART_CONTENT_TYPE, chartFrame, chartXml, RELATIONSHIPS, withContentTypes } from './chart-xml.ts';
import { escapeXml } from './escape-xml.ts';

/** Fonts of Word and WPS on Chinese systems; other systems substitute them. */
const SONG = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' };
const HEI = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '黑体' };
const SOFT = '5F5F5F';
const LINE = { style: 'single', size: 4, color: 'BBBBBB' } as const;
const NO_LINE = { style: 'none', size: 0, color: 'auto' } as const;
/** Width of the text of an A4 page in twentieths of a point, and of a chart in English Metric Units. */
const TEXT_WIDTH = 9_000;
const CHART_WIDTH = 5_700_000;
const CHART_HEIGHT = 2_500_000;
const ROW_HEIGHT = 240_000;

const run = (text: string, size = 21, color?: string): TextRun =>
  new TextRun({ text: xmlText(text), font: SONG, size, ...(color === undefined ? {} : { color }) });

const note = (text: string): Paragraph => new Paragraph({ children: [run(text, 16, SOFT)], spacing: { after: 80 }, keepNext: true });

const heading = (level: 1 | 2, text: string): Paragraph =>
  new Paragraph({
    heading: level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
    spacing: { before: level === 1 ? 400 : 280, after: 120 },
    keepNext: true,
    children: [new TextRun({ text: xmlText(text), font: HEI })],
  });

interface TableLayout {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly widths: readonly number[];
  readonly figures: readonly number[];
}

const table = ({ head, rows, widths, figures }: TableLayout): Table => {
  const all = widths.reduce((sum, width) => sum + width, 0);
  const columnWidths = widths.map((width) => Math.round((width / all) * TEXT_WIDTH));
  const row = (cells: readonly string[], isHead: boolean): TableRow =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map(
        (cell, at) =>
          new TableCell({
            width: { size: columnWidths[at] ?? 0, type: WidthType.DXA },
            borders: { top: NO_LINE, left: NO_LINE, right: NO_LINE, bottom: LINE },
            margins: { top: 40, bottom: 40, left: 80, right: 80 },
            children: [
              new Paragraph({
                alignment: figures.includes(at) ? AlignmentType.END : AlignmentType.START,
                children: [new TextRun({ text: xmlText(cell), font: isHead ? HEI : SONG, size: 17, bold: isHead })],
              }),
            ],
          }),
      ),
    });
  return new Table({
    columnWidths,
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    rows: [row(head, true), ...rows.map((one) => row(one, false))],
  });
};

const gridTable = ({ axis, columns, rows, absent }: GridModel): Table =>
  table({
    head: [axis, ...columns],
    rows: rows.map(({ label, values }) => [label, ...columns.map((_, at) => (values[at] === undefined ? absent : String(values[at])))]),
    widths: [4, ...columns.map(() => 1)],
    figures: columns.map((_, at) => at + 1),
  });

/**
 * Returns the placeholder text of chart number `at` in the document. Writing the package replaces it with the chart. `mark` is the hash
 * of the document, which no text in it contains.
 */
const placeholder = (mark: string, at: number): string => `${mark}-${at};`;

const chartBlocks = (chart: ChartModel, text: string): (Paragraph | Table)[] => {
  const { head, rows } = chartTable(chart);
  return [
    heading(2, chart.title),
    ...(chart.note === undefined ? [] : [note(chart.note)]),
    ...(chartValues(chart).length === 0 ? [] : [new Paragraph({ keepNext: true, children: [new TextRun(text)] })]),
    table({ head, rows, widths: [2, ...chart.series.map(() => 1)], figures: chart.series.map((_, at) => at + 1) }),
  ];
};

const blocksOf = (block: PrintedBlock, mark: string, charts: ChartModel[]): (Paragraph | Table)[] => {
  switch (block.kind) {
    case 'heading':
      return [heading(block.level, block.text)];
    case 'paragraph':
      return [
        block.isNote === true ? note(block.text) : new Paragraph({ children: [run(block.text)], spacing: { after: 120, line: 360 } }),
      ];
    case 'facts':
      return [table({ head: ['项目', '内容'], rows: block.items, widths: [3, 7], figures: [] })];
    case 'table':
      return [heading(2, block.caption), table({ ...block, figures: block.figures ?? [] })];
    case 'grid': {
      const { title, note: meaning, absent, absentMeaning } = block.grid;
      return [heading(2, title), note([meaning, `${absent} ${absentMeaning}`].filter(Boolean).join('。')), gridTable(block.grid)];
    }
    case 'chart': {
      const blocks = chartBlocks(block.chart, placeholder(mark, charts.length));
      charts.push(block.chart);
      return blocks;
    }
  }
};

const drawingXml = (chart: ChartModel, at: number): string => {
  const height = chart.kind === 'rows' ? Math.max(CHART_HEIGHT / 2, (chart.points.length + 3) * ROW_HEIGHT) : CHART_HEIGHT;
  const alt = `${chart.title}。图中的数都在下面的表里。`;
  return `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${CHART_WIDTH}" cy="${height}"/><wp:docPr id="${1_000 + at}" name="图 ${at + 1}" descr="${escapeXml(alt)}"/><wp:cNvGraphicFramePr/>${chartFrame(`rIdChart${at + 1}`)}</wp:inline></w:drawing>`;
};

/** Time of the files within a document: the same document has the same bytes, whenever it is written. */
const FILE_TIME = new Date(2020, 0, 1);

/** Replaces the placeholders by charts, and the time of writing by that of the document. */
const complete = (written: Uint8Array, charts: readonly ChartModel[], mark: string, date: number): Buffer => {
  const files = unzipSync(written);
  const edit = (name: string, change: (xml: string) => string): void => {
    files[name] = strToU8(change(strFromU8(files[name] ?? new Uint8Array())));
  };
  edit('word/document.xml', (xml) =>
    xml.replaceAll(new RegExp(`<w:t[^>]*>${mark}-(\\d+);</w:t>`, 'g'), (_, at: string) => {
      const chart = charts[Number(at)];
      return chart === undefined ? '' : drawingXml(chart, Number(at));
    }),
  );
  const drawn = charts.flatMap((chart, at) => (chartValues(chart).length === 0 ? [] : [{ chart, no: at + 1 }]));
  for (const { chart, no } of drawn) files[`word/charts/chart${no}.xml`] = strToU8(chartXml(chart));
  edit('word/_rels/document.xml.rels', (xml) =>
    xml.replace(
      '</Relationships>',
      `${drawn.map(({ no }) => `<Relationship Id="rIdChart${no}" Type="${RELATIONSHIPS}/chart" Target="charts/chart${no}.xml"/>`).join('')}</Relationships>`,
    ),
  );
  edit('[Content_Types].xml', (xml) =>
    withContentTypes(
      xml,
      drawn.map(({ no }) => [`/word/charts/chart${no}.xml`, CHART_CONTENT_TYPE]),
    ),
  );
  const at = new Date(date).toISOString();
  edit('docProps/core.xml', (xml) => xml.replaceAll(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${at}`));
  return Buffer.from(zipSync(files, { mtime: FILE_TIME }));
};

export const writeDocx = async (printed: PrintedDocument): Promise<Buffer> => {
  const { title, subtitle, publisher, foot, date, blocks } = printed;
  const mark = createHash('sha256').update(JSON.stringify(printed)).digest('hex');
  const charts: ChartModel[] = [];
  const small = (text: string): Paragraph => new Paragraph({ children: [run(text, 16, SOFT)] });
  const children = [
    new Paragraph({
      heading: HeadingLevel.TITLE,
      spacing: { after: 80 },
      children: [new TextRun({ text: xmlText(title), font: HEI, size: 36, bold: true })],
    }),
    ...(subtitle === undefined ? [] : [new Paragraph({ children: [run(subtitle, 21, SOFT)], spacing: { after: 200 } })]),
    ...blocks.flatMap((block) => blocksOf(block, mark, charts)),
  ];
  const pages = new Paragraph({
    alignment: AlignmentType.END,
    children: [
      new TextRun({ font: SONG, size: 16, color: SOFT, children: ['第 ', PageNumber.CURRENT, ' 页，共 ', PageNumber.TOTAL_PAGES, ' 页'] }),
    ],
  });
  const document = new Document({
    title: xmlText(title),
    creator: xmlText(publisher),
    lastModifiedBy: xmlText(publisher),
    styles: {
      default: {
        document: { run: { font: SONG, size: 21, language: { value: 'zh-CN', eastAsia: 'zh-CN' } } },
        heading1: { run: { size: 30, bold: true, color: '1F1C16' } },
        heading2: { run: { size: 24, bold: true, color: '1F1C16' } },
      },
    },
    sections: [
      {
        headers: { default: new Header({ children: [small(`${publisher}　${title}`)] }) },
        footers: { default: new Footer({ children: [...(foot === undefined ? [] : [small(foot)]), pages] }) },
        children,
      },
    ],
  });
  return complete(await Packer.toBuffer(document), charts, mark, date);
};

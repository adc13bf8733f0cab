/** Prints documents with the real compiler: what they contain, that texts are never markup, and what happens without a font. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChartModel } from '@shufang/contract/charts';
import { expect, it } from 'vitest';
import { findPrintFont } from './find-font.ts';
import type { PrintedBlock, PrintedDocument } from './printed-document.ts';
import { pdfText } from './testing/pdf-text.ts';
import { createTypesetter } from './typesetter.ts';

const typesetter = createTypesetter(findPrintFont());

const aDocument = (blocks: readonly PrintedBlock[], more: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: '试卷分析',
  publisher: '墨池大学出版社',
  date: Date.UTC(2026, 10, 30),
  blocks,
  ...more,
});

const chart: ChartModel = {
  kind: 'bar',
  title: '各题的难度',
  axis: '题号',
  series: [{ key: 'a', name: '难度' }],
  points: [{ label: '第1题', values: { a: 0.62 } }],
  unit: 'coefficient',
  absent: '—',
};

it('a PDF is tagged, has the publisher and the number of pages on each page, and a table beside each chart', async () => {
  const pdf = await typesetter.typeset(
    aDocument(
      [
        { kind: 'heading', level: 1, text: '全卷' },
        { kind: 'chart', chart },
      ],
      { foot: '核验编号 A1' },
    ),
  );
  const text = pdfText(pdf);
  expect(Buffer.from(pdf).toString('latin1')).toContain('/StructTreeRoot');
  const shown = ['试卷分析', '墨池大学出版社', '全卷', '各题的难度', '第1题', '0.62', '核验编号A1', '第1页，共1页'];
  expect(shown.filter((part) => !text.includes(part))).toEqual([]);
});

it('the same document has the same bytes, another document has not', async () => {
  const [one, same, other] = [
    await typesetter.typeset(aDocument([])),
    await typesetter.typeset(aDocument([])),
    await typesetter.typeset(aDocument([], { title: '成绩单' })),
  ];
  expect([Buffer.compare(one, same), Buffer.compare(one, other) === 0]).toEqual([0, false]);
});

const MARKUP = [
  '#read("/etc/passwd")',
  '#import"@preview/cetz:0.3.0"',
  '#panic("x")',
  '#{while(true){}}',
  '$x^2$',
  '*粗*_斜_`码`',
  '=标题',
  '@引用<标签>',
  '\\"]])}))//注释',
  '\u0000\ud800书名\u0007',
];

it('no text is markup, wherever it is', async () => {
  for (const text of MARKUP) {
    const hostile: ChartModel = {
      ...chart,
      title: text,
      axis: text,
      series: [{ key: 'a', name: text }],
      points: [{ label: text, values: { a: 1 } }],
    };
    const blocks: PrintedBlock[] = [
      { kind: 'heading', level: 2, text },
      { kind: 'paragraph', text },
      { kind: 'facts', items: [[text, text]] },
      { kind: 'table', caption: text, head: [text], rows: [[text]], widths: [1] },
      { kind: 'chart', chart: hostile },
      {
        kind: 'grid',
        grid: {
          title: text,
          note: text,
          axis: text,
          columns: [text],
          rows: [{ label: text, values: [5] }],
          absent: '·',
          absentMeaning: text,
        },
      },
    ];
    const pdf = await typesetter.typeset(aDocument(blocks, { title: text, subtitle: text, publisher: text, foot: text }));
    const shown = text.replaceAll(/[\p{Cc}\ud800]/gu, '');
    const times = pdfText(pdf).split(shown).length - 1;
    expect([text, times > 5]).toEqual([text, true]);
  }
});

it('without a Chinese font a PDF is refused with the package to install', async () => {
  const refused = createTypesetter(undefined).typeset(aDocument([]));
  await expect(refused).rejects.toMatchObject({ code: 'print.noFont' });
});

it('a PDF that takes too long is refused', async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => [`第 ${at} 行`]);
  const long = aDocument([{ kind: 'table', caption: '长表', head: ['行'], rows, widths: [1] }]);
  await expect(createTypesetter(findPrintFont(), 1).typeset(long)).rejects.toMatchObject({ code: 'print.failed' });
});

it('the preferred Chinese font of the folders is found, and none where there is none', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fonts-'));
  try {
    expect(findPrintFont([folder, path.join(folder, 'absent')])).toBeUndefined();
    mkdirSync(path.join(folder, 'truetype'));
    for (const name of ['DejaVuSans.ttf', 'wqy-microhei.ttc', 'NotoSansCJK-Regular.ttc'])
      writeFileSync(path.join(folder, 'truetype', name), '');
    expect(findPrintFont([folder])).toEqual({ family: 'Noto Sans CJK SC', file: path.join(folder, 'truetype', 'NotoSansCJK-Regular.ttc') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

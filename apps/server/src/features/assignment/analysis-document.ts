/** Lays out the analysis of an assignment as a printed document, with the texts and charts of the page. Pure. */
import {
  bandsChart,
  coefficientText,
  itemAdvice,
  itemsChart,
  meanPointsText,
  objectivesChart,
  optionCharts,
  type PaperAnalysisRecord,
  shareText,
  UNDEFINED_NUMBER,
} from '@shufang/contract';
import type { PrintedBlock, PrintedDocument } from '../../platform/typeset/printed-document.ts';

interface AnalysisHead {
  readonly title: string;
  readonly className: string;
  readonly publisher: string;
  /** UTC ms. */
  readonly date: number;
}

const wholeFacts = (analysis: PaperAnalysisRecord): (readonly [string, string])[] => {
  const { students, waiting, meanMilli, possibleMilli, highestMilli, lowestMilli } = analysis;
  return [
    ['统计人数', waiting === 0 ? `${students} 人` : `${students} 人（另有 ${waiting} 人没有批完）`],
    ['平均分', meanMilli === undefined ? UNDEFINED_NUMBER : `${meanPointsText(meanMilli)} / ${meanPointsText(possibleMilli)}`],
    ['标准差', meanPointsText(analysis.deviationMilli)],
    ['最高与最低', `${meanPointsText(highestMilli)}，${meanPointsText(lowestMilli)}`],
    ['信度（α）', coefficientText(analysis.alpha)],
    ['测量标准误', meanPointsText(analysis.errorMilli)],
  ];
};

const itemsTable = ({ items }: PaperAnalysisRecord): PrintedBlock => ({
  kind: 'table',
  caption: '各题',
  head: ['题号', '平均分', '难度', '鉴别指数', '点二列相关', '与其余题的相关', '课程目标', '提示'],
  rows: items.map((item) => [
    item.label,
    `${meanPointsText(item.meanMilli)} / ${meanPointsText(item.possibleMilli)}`,
    coefficientText(item.facility),
    coefficientText(item.discrimination),
    coefficientText(item.pointBiserial),
    coefficientText(item.itemRest),
    item.objective,
    itemAdvice(item),
  ]),
  widths: [10, 14, 10, 12, 13, 14, 20, 22],
  figures: [1, 2, 3, 4, 5],
});

const objectivesTable = ({ objectives, items }: PaperAnalysisRecord): PrintedBlock => ({
  kind: 'table',
  caption: '各目标的题',
  head: ['课程目标', '题号', '平均分与满分', '达成度'],
  rows: objectives.map(({ objective, questionIds, meanMilli, possibleMilli, attainment }) => [
    objective,
    questionIds.map((id) => items.find((item) => item.id === id)?.label ?? id).join('、'),
    `${meanPointsText(meanMilli)} / ${meanPointsText(possibleMilli)}`,
    shareText(attainment),
  ]),
  widths: [30, 30, 20, 12],
  figures: [2, 3],
});

export const analysisDocument = (analysis: PaperAnalysisRecord, { title, className, publisher, date }: AnalysisHead): PrintedDocument => {
  const objectives = objectivesChart(analysis);
  const options = optionCharts(analysis);
  return {
    title: `${title}：试卷分析`,
    subtitle: className,
    publisher,
    date,
    blocks: [
      { kind: 'heading', level: 1, text: '全卷' },
      { kind: 'facts', items: wholeFacts(analysis) },
      {
        kind: 'paragraph',
        isNote: true,
        text: '每名学生取第一次作答，还没有批完的不算；人数少时，鉴别指数和信度只供参考。',
      },
      { kind: 'chart', chart: bandsChart(analysis) },
      { kind: 'heading', level: 1, text: '各题' },
      { kind: 'chart', chart: itemsChart(analysis) },
      itemsTable(analysis),
      ...(objectives === undefined
        ? []
        : ([{ kind: 'heading', level: 1, text: '课程目标' }, { kind: 'chart', chart: objectives }, objectivesTable(analysis)] as const)),
      ...(options.length === 0
        ? []
        : ([{ kind: 'heading', level: 1, text: '选项' }, ...options.map((chart) => ({ kind: 'chart', chart }) as const)] as const)),
    ],
  };
};

/** Lays out the analysis of an assignment as the sheets of a workbook: the whole paper, each question, its options, the objectives, charts. */
import { analysisCharts, bandText, type PaperAnalysisRecord } from '@shufang/contract';
import { chartSheet } from '../../platform/office/chart-sheet.ts';
import type { Cell, Sheet } from '../../platform/write-xlsx.ts';

const pointsOf = (milli: number | undefined): Cell => (milli === undefined ? undefined : milli / 1000);

/** Returns the sheets. A coefficient that the attempts leave undefined is an empty cell. */
export const analysisSheets = (analysis: PaperAnalysisRecord): Sheet[] => [
  {
    name: '全卷',
    rows: [
      ['指标', '数值', '含义'],
      ['统计人数', { whole: analysis.students }, '每名学生取第一次作答；还没有批完的不算'],
      ['没有批完', { whole: analysis.waiting }, '没有算进来的人数'],
      ['满分', pointsOf(analysis.possibleMilli), ''],
      ['平均分', pointsOf(analysis.meanMilli), ''],
      ['标准差', pointsOf(analysis.deviationMilli), '样本标准差'],
      ['最高分', pointsOf(analysis.highestMilli), ''],
      ['最低分', pointsOf(analysis.lowestMilli), ''],
      ['信度（α）', analysis.alpha, '克龙巴赫 α 系数'],
      ['测量标准误', pointsOf(analysis.errorMilli), '标准差 × √(1 − α)'],
    ],
    widths: [16, 12, 44],
  },
  {
    name: '各题',
    rows: [
      ['题号', '课程目标', '满分', '平均分', '标准差', '难度', '鉴别指数（27%）', '点二列相关', '与其余题的相关'],
      ...analysis.items.map((item): Cell[] => [
        item.label,
        item.objective,
        pointsOf(item.possibleMilli),
        pointsOf(item.meanMilli),
        pointsOf(item.deviationMilli),
        item.facility,
        item.discrimination,
        item.pointBiserial,
        item.itemRest,
      ]),
    ],
    widths: [14, 24, 10, 10, 10, 10, 16, 14, 16],
  },
  {
    name: '课程目标达成度',
    rows: [
      ['课程目标', '题号', '满分', '平均分', '达成度'],
      ...analysis.objectives.map((one): Cell[] => [
        one.objective,
        one.questionIds.map((id) => analysis.items.find((item) => item.id === id)?.label ?? id).join('、'),
        pointsOf(one.possibleMilli),
        pointsOf(one.meanMilli),
        one.attainment,
      ]),
    ],
    widths: [28, 20, 10, 10, 10],
  },
  {
    name: '分布',
    rows: [['得分率', '人数'], ...analysis.bands.map((count, at): Cell[] => [bandText(at), { whole: count }])],
    widths: [14, 10],
  },
  {
    name: '选项',
    rows: [
      ['题号', '选项', '内容', '正确', '人数'],
      ...analysis.items.flatMap(({ label, options }) =>
        options.map((option): Cell[] => [label, option.label, option.text, option.isCorrect ? '✓' : '', { whole: option.students }]),
      ),
    ],
    widths: [14, 12, 44, 8, 10],
  },
  chartSheet('图表', analysisCharts(analysis)),
];

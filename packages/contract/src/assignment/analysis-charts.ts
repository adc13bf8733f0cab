/** The charts and the texts of numbers of a paper analysis. The page and the PDF show these, so that they cannot differ. Pure. */
import { type ChartModel, chartValueText } from '../charts/chart.ts';
import type { PaperAnalysisRecord } from './paper-analysis.ts';

const points = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });

/** Text of a number that the attempts leave undefined. */
export const UNDEFINED_NUMBER = '—';

/** Returns points given in thousandths, such as a mean. */
export const meanPointsText = (milli: number | undefined): string => (milli === undefined ? UNDEFINED_NUMBER : points.format(milli / 1000));
export const coefficientText = (value: number | undefined): string =>
  value === undefined ? UNDEFINED_NUMBER : chartValueText('coefficient', value);
export const shareText = (value: number | undefined): string => (value === undefined ? UNDEFINED_NUMBER : chartValueText('share', value));
export const bandText = (at: number): string => `${at * 10}%–${(at + 1) * 10}%`;

/** Facilities above and below which a question is easy or hard, and discrimination below which it hardly separates; usual values. */
const EASY = 0.85;
const HARD = 0.3;
const WEAK = 0.2;

/** Returns what the numbers of a question suggest to its author; an empty text if nothing is unusual. */
export const itemAdvice = ({ facility, discrimination }: PaperAnalysisRecord['items'][number]): string => {
  const advice: string[] = [];
  if (facility !== undefined && facility > EASY) advice.push('偏易');
  if (facility !== undefined && facility < HARD) advice.push('偏难');
  if (discrimination !== undefined && discrimination < 0) advice.push('得分高的学生反而做错，请核对答案');
  else if (discrimination !== undefined && discrimination < WEAK) advice.push('区分度低');
  return advice.join('；');
};

/** Returns the distribution of the scores. */
export const bandsChart = ({ bands, students }: PaperAnalysisRecord): ChartModel => ({
  kind: 'bar',
  title: '得分率的分布',
  note: `n = ${students} 名学生`,
  axis: '得分率',
  series: [{ key: 'count', name: '人数' }],
  points: bands.map((count, at) => ({ label: bandText(at), values: { count } })),
  unit: 'count',
  absent: UNDEFINED_NUMBER,
});

/** Returns how hard each question was, and how well it separates strong from weak students. */
export const itemsChart = ({ items }: PaperAnalysisRecord): ChartModel => ({
  kind: 'bar',
  title: '各题的难度和鉴别指数',
  note: '难度越大题越容易；鉴别指数 0.3 以上较好，负数说明得分高的学生反而做错',
  axis: '题号',
  series: [
    { key: 'facility', name: '难度' },
    { key: 'discrimination', name: '鉴别指数' },
  ],
  points: items.map(({ label, facility, discrimination }) => ({ label, values: { facility, discrimination } })),
  unit: 'coefficient',
  absent: UNDEFINED_NUMBER,
});

/** Returns the attainment of the objectives; undefined if no question names one. */
export const objectivesChart = ({ objectives }: PaperAnalysisRecord): ChartModel | undefined =>
  objectives.length === 0
    ? undefined
    : {
        kind: 'rows',
        title: '课程目标达成度',
        note: '达成度 = 这个目标各题的平均分之和 ÷ 满分之和',
        axis: '课程目标',
        series: [{ key: 'attainment', name: '达成度' }],
        points: objectives.map(({ objective, attainment }) => ({ label: objective, values: { attainment } })),
        unit: 'share',
        absent: UNDEFINED_NUMBER,
      };

/** Returns for each question with options how many students chose each of them. */
export const optionCharts = ({ items }: PaperAnalysisRecord): ChartModel[] =>
  items
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) => ({
      kind: 'rows',
      title: `第 ${label} 题的选项`,
      note: '带 ✓ 的是正确选项；没有人选的干扰项值得换掉',
      axis: '选项',
      series: [{ key: 'students', name: '人数' }],
      points: options.map(({ label: letter, text, isCorrect, students }) => ({
        label: `${isCorrect ? '✓ ' : ''}${letter}${text === '' ? '' : ` ${text}`}`,
        values: { students },
      })),
      unit: 'count',
      absent: UNDEFINED_NUMBER,
    }));

/** Returns all charts of the analysis. */
export const analysisCharts = (analysis: PaperAnalysisRecord): ChartModel[] => {
  const objectives = objectivesChart(analysis);
  return [bandsChart(analysis), itemsChart(analysis), ...(objectives === undefined ? [] : [objectives]), ...optionCharts(analysis)];
};

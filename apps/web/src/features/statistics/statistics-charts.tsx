/** The charts of the statistics of a book. */
import { type AuthorStatistics, chapterCharts, daysChart, weeksGrid } from '@shufang/contract';
import { Section } from '@shufang/ui';
import { Chart } from '../../platform/charts/chart.tsx';
import { HeatGrid } from '../../platform/charts/heat-grid.tsx';
import { statisticsText as text } from '../../platform/messages/zh-cn/author-statistics.ts';
import styles from './author-statistics.module.css';

export const StatisticsCharts = ({ statistics }: { statistics: AuthorStatistics }) => {
  const days = daysChart(statistics);
  return (
    <Section title={text.charts}>
      <div className={styles.charts}>
        {days === undefined ? null : <Chart {...days} />}
        <HeatGrid {...weeksGrid(statistics)} />
        {chapterCharts(statistics).map((chart) => (
          <Chart key={chart.title} {...chart} />
        ))}
      </div>
    </Section>
  );
};

/**
 * Charts with our look. A chart is a figure with a caption, the drawing, and a table of the same numbers, which screen readers and the
 * keyboard use. Series differ by dashes and hatching, so that they differ in gray and on paper too.
 */
import { type ChartModel, type ChartScale, chartScale, chartTable, chartValues, chartValueText } from '@shufang/contract';
import { lazy, Suspense } from 'react';
import { chartText as text } from '../messages/zh-cn/charts.ts';
import styles from './chart.module.css';
import { ChartFigure } from './chart-figure.tsx';

export interface DrawingProps extends Pick<ChartModel, 'kind' | 'series' | 'points' | 'absent'> {
  readonly format: (value: number) => string;
  readonly scale: ChartScale;
}

const Drawing = lazy(() => import('./drawing.tsx').then((module) => ({ default: module.Drawing })));

export const Chart = (chart: ChartModel) => {
  const { kind, title, note, series, points, unit, absent } = chart;
  const numbers = chartValues(chart);
  const { head, rows } = chartTable(chart);
  return (
    <ChartFigure
      title={title}
      {...(note === undefined ? {} : { note })}
      head={head}
      rows={rows.map(([label = '', ...cells]) => ({ label, cells }))}
    >
      {numbers.length > 0 ? (
        <div
          className={styles.drawing}
          data-kind={kind}
          aria-hidden="true"
          style={kind === 'rows' ? { height: `${points.length * 34 + 40}px` } : undefined}
        >
          <Suspense fallback={<div className={styles.waiting} />}>
            <Drawing
              kind={kind}
              series={series}
              points={points}
              format={(value) => chartValueText(unit, value)}
              absent={absent}
              scale={chartScale(numbers)}
            />
          </Suspense>
        </div>
      ) : (
        <p className={styles.nothing}>{text.nothing}</p>
      )}
    </ChartFigure>
  );
};

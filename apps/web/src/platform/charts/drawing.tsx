/** The only module that imports recharts. It is loaded when the first chart is shown. */
import { Bar, BarChart, CartesianGrid, Legend, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import styles from './chart.module.css';
import type { DrawingProps } from './chart.tsx';

/** Colors and dashes of the series in their order: they differ in lightness and in form, not only in hue. */
const LINES = [
  { stroke: 'var(--ink)', strokeDasharray: '0' },
  { stroke: 'var(--accent)', strokeDasharray: '7 4' },
  { stroke: 'var(--ink-faint)', strokeDasharray: '2 4' },
] as const;
const FILLS = ['var(--ink-soft)', 'url(#chart-hatch)', 'var(--rule-strong)'] as const;

const tick = { fill: 'var(--ink-faint)', fontSize: 12 };
const axisLine = { stroke: 'var(--rule-strong)' };
/** Width of the labels of horizontal bars in pixels, and the characters that fit into it. */
const LABEL_WIDTH = 150;
const LABEL_CHARS = 11;

/** With more points than this, the dots of a line are small. They stay, because a point between two gaps has no line. */
const MANY_POINTS = 40;

const cut = (label: string): string => (label.length > LABEL_CHARS ? `${label.slice(0, LABEL_CHARS - 1)}…` : label);

const legendText = (name: unknown) => <span className={styles.legend}>{String(name)}</span>;

const shared = (points: DrawingProps['points']) => ({
  data: points.map(({ label, values }) => ({ label, ...values })),
  responsive: true,
  accessibilityLayer: false,
  className: styles.svg ?? '',
});

export const Drawing = ({ kind, series, points, format, absent, scale }: DrawingProps) => {
  const tooltip = (
    <Tooltip
      isAnimationActive={false}
      formatter={(value) => (typeof value === 'number' ? format(value) : absent)}
      contentStyle={{ background: 'var(--paper-raised)', border: '1px solid var(--rule-strong)', borderRadius: 6, color: 'var(--ink)' }}
      itemStyle={{ color: 'var(--ink)' }}
      cursor={{ stroke: 'var(--rule-strong)', fill: 'var(--paper-sunken)' }}
    />
  );
  const numbers = { domain: [scale.min, scale.max], ticks: [...scale.ticks], tickFormatter: format };
  const legend =
    series.length > 1 ? <Legend verticalAlign="top" height={28} iconType="plainline" itemSorter={null} formatter={legendText} /> : null;
  if (kind === 'line') {
    return (
      <LineChart {...shared(points)} margin={{ top: 8, right: 16, bottom: 0, left: 0 }}>
        <CartesianGrid stroke="var(--rule)" vertical={false} />
        <XAxis dataKey="label" tick={tick} axisLine={axisLine} tickLine={false} minTickGap={24} />
        <YAxis tick={tick} axisLine={false} tickLine={false} width={56} {...numbers} />
        {tooltip}
        {legend}
        {series.map(({ key, name }, index) => (
          <Line
            key={key}
            dataKey={key}
            name={name}
            type="linear"
            strokeWidth={2}
            dot={{ r: points.length > MANY_POINTS ? 1.2 : 2.5 }}
            connectNulls={false}
            isAnimationActive={false}
            {...LINES[index % LINES.length]}
          />
        ))}
      </LineChart>
    );
  }
  const isRows = kind === 'rows';
  return (
    <BarChart {...shared(points)} layout={isRows ? 'vertical' : 'horizontal'} margin={{ top: 8, right: 24, bottom: 0, left: 0 }}>
      <defs>
        <pattern id="chart-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--accent-wash)" />
          <rect width="2.5" height="6" fill="var(--accent)" />
        </pattern>
      </defs>
      <CartesianGrid stroke="var(--rule)" vertical={isRows} horizontal={!isRows} />
      {isRows ? (
        <XAxis type="number" tick={tick} axisLine={axisLine} tickLine={false} {...numbers} />
      ) : (
        <XAxis dataKey="label" tick={tick} axisLine={axisLine} tickLine={false} minTickGap={12} tickFormatter={cut} />
      )}
      {isRows ? (
        <YAxis
          type="category"
          dataKey="label"
          tick={tick}
          axisLine={axisLine}
          tickLine={false}
          width={LABEL_WIDTH}
          tickFormatter={cut}
          interval={0}
        />
      ) : (
        <YAxis tick={tick} axisLine={false} tickLine={false} width={56} {...numbers} />
      )}
      {tooltip}
      {legend}
      {series.map(({ key, name }, index) => (
        <Bar key={key} dataKey={key} name={name} fill={FILLS[index % FILLS.length] ?? FILLS[0]} maxBarSize={36} isAnimationActive={false} />
      ))}
    </BarChart>
  );
};

/**
 * Writes a chart as DrawingML, the charts of Excel and Word, which people can edit there. Series differ by fill and dash, not by hue, as in
 * `chart-shapes.ts`; the scale is that of the contract.
 */
import { type ChartModel, type ChartUnit, chartScale, chartValues } from '@shufang/contract/charts';
import { escapeXml } from './escape-xml.ts';

/** Cells of a sheet that have the numbers of a chart; in a Word document the chart has the numbers alone. */
export interface ChartCells {
  /** Name of the sheet, without quotation marks. */
  readonly sheet: string;
  /** Row of the head of the table, from 1; its first column is A. */
  readonly headRow: number;
}

const NAMESPACES =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const NUMBER_FORMATS: Readonly<Record<ChartUnit, string>> = {
  count: '#,##0',
  minutes: '#,##0',
  percent: '0"%"',
  share: '0%',
  coefficient: '0.00',
};

const solid = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
const FILLS = [
  solid('4B4B4B'),
  '<a:pattFill prst="wdUpDiag"><a:fgClr><a:srgbClr val="505050"/></a:fgClr><a:bgClr><a:srgbClr val="EEEEEE"/></a:bgClr></a:pattFill>',
  solid('C8C8C8'),
] as const;
const DASHES = ['solid', 'dash', 'sysDot'] as const;
const LETTERS = ['B', 'C', 'D'] as const;

const texts = (values: readonly string[]): string =>
  `<c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${escapeXml(value)}</c:v></c:pt>`).join('')}`;

const numbers = (values: readonly (number | undefined)[], unit: ChartUnit): string => {
  const points = values.map((value, at) => (value === undefined ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`));
  return `<c:formatCode>${escapeXml(NUMBER_FORMATS[unit])}</c:formatCode><c:ptCount val="${values.length}"/>${points.join('')}`;
};

const shapeOf = (kind: ChartModel['kind'], at: number): string => {
  const fill = FILLS[at % FILLS.length] ?? FILLS[0];
  const dash = DASHES[at % DASHES.length] ?? 'solid';
  return kind === 'line'
    ? `<c:spPr><a:ln w="22225">${solid('333333')}<a:prstDash val="${dash}"/></a:ln></c:spPr><c:marker><c:symbol val="circle"/><c:size val="3"/><c:spPr>${solid('333333')}</c:spPr></c:marker>`
    : `<c:spPr>${fill}<a:ln w="6350">${solid('505050')}</a:ln></c:spPr><c:invertIfNegative val="0"/>`;
};

const seriesXml = ({ kind, series, points, unit }: ChartModel, cells: ChartCells | undefined): string =>
  series
    .map(({ key, name }, at) => {
      const values = points.map((point) => point.values[key]);
      const labels = points.map(({ label }) => label);
      const column = LETTERS[at] ?? 'B';
      const sheet = cells === undefined ? '' : `'${escapeXml(cells.sheet.replaceAll("'", "''"))}'`;
      const range = (letter: string): string =>
        `${sheet}!$${letter}$${(cells?.headRow ?? 0) + 1}:$${letter}$${(cells?.headRow ?? 0) + points.length}`;
      const [title, categories, data] =
        cells === undefined
          ? [`<c:v>${escapeXml(name)}</c:v>`, `<c:strLit>${texts(labels)}</c:strLit>`, `<c:numLit>${numbers(values, unit)}</c:numLit>`]
          : [
              `<c:strRef><c:f>${sheet}!$${column}$${cells.headRow}</c:f><c:strCache>${texts([name])}</c:strCache></c:strRef>`,
              `<c:strRef><c:f>${range('A')}</c:f><c:strCache>${texts(labels)}</c:strCache></c:strRef>`,
              `<c:numRef><c:f>${range(column)}</c:f><c:numCache>${numbers(values, unit)}</c:numCache></c:numRef>`,
            ];
      const smooth = kind === 'line' ? '<c:smooth val="0"/>' : '';
      return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx>${title}</c:tx>${shapeOf(kind, at)}<c:cat>${categories}</c:cat><c:val>${data}</c:val>${smooth}</c:ser>`;
    })
    .join('');

const letters = (size: number, isBold = false): string =>
  `<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="${isBold ? 1 : 0}"/></a:pPr><a:endParaRPr lang="zh-CN"/></a:p></c:txPr>`;
const thin = (color: string): string => `<c:spPr><a:ln w="6350">${solid(color)}</a:ln></c:spPr>`;

/** Returns the part of a package with the chart. */
export const chartXml = (chart: ChartModel, cells?: ChartCells): string => {
  const { kind, title, series, unit } = chart;
  const scale = chartScale(chartValues(chart));
  const isRows = kind === 'rows';
  const plot =
    kind === 'line'
      ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${seriesXml(chart, cells)}<c:marker val="1"/><c:axId val="1"/><c:axId val="2"/></c:lineChart>`
      : `<c:barChart><c:barDir val="${isRows ? 'bar' : 'col'}"/><c:grouping val="clustered"/><c:varyColors val="0"/>${seriesXml(chart, cells)}<c:gapWidth val="60"/><c:axId val="1"/><c:axId val="2"/></c:barChart>`;
  // Horizontal bars begin at the top, so the axis of numbers, which is at the end of the labels, is at the bottom.
  const [labelSide, numberSide] = isRows ? ['l', 'b'] : ['b', 'l'];
  const labelAxis = `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isRows ? 'maxMin' : 'minMax'}"/></c:scaling><c:delete val="0"/><c:axPos val="${labelSide}"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${thin('808080')}${letters(800)}<c:crossAx val="2"/><c:crosses val="autoZero"/></c:catAx>`;
  const numberAxis = `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/><c:max val="${scale.max}"/><c:min val="${scale.min}"/></c:scaling><c:delete val="0"/><c:axPos val="${numberSide}"/><c:majorGridlines>${thin('D9D9D9')}</c:majorGridlines><c:numFmt formatCode="${escapeXml(NUMBER_FORMATS[unit])}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>${thin('D9D9D9')}${letters(800)}<c:crossAx val="1"/><c:crosses val="${isRows ? 'max' : 'autoZero'}"/><c:majorUnit val="${scale.step}"/></c:valAx>`;
  const heading = `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1100" b="1"/></a:pPr><a:r><a:rPr lang="zh-CN" sz="1100" b="1"/><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
  const legend = series.length < 2 ? '' : `<c:legend><c:legendPos val="t"/><c:overlay val="0"/>${letters(800)}</c:legend>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><c:chartSpace ${NAMESPACES}><c:roundedCorners val="0"/><c:chart>${heading}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${labelAxis}${numberAxis}</c:plotArea>${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
};

/** Returns the element that shows the chart of a relationship in a drawing. */
export const chartFrame = (relationship: string): string =>
  `<a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${relationship}"/></a:graphicData></a:graphic>`;

export const CHART_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the part of a package with relationships. `ids` are `rId1`, `rId2`, … in the order of the targets. */
export const relationshipsXml = (type: 'chart' | 'drawing', targets: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map((target, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Returns the content types of a package with those of further parts. */
export const withContentTypes = (xml: string, parts: readonly (readonly [name: string, type: string])[]): string =>
  xml.replace('</Types>', `${parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`).join('')}</Types>`);

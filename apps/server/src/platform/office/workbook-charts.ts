/** Adds the charts of sheets (`chartSheet`) to a workbook. Runs in an isolated process. */
import { strFromU8, strToU8 } from 'fflate';
import { CHART_ROWS, type SheetChart } from './chart-sheet.ts';
import { CHART_CONTENT_TYPE, chartFrame, chartXml, relationshipsXml, withContentTypes } from './chart-xml.ts';
import { escapeXml } from './escape-xml.ts';

/** Columns of a chart, from 0: behind the table of at most three series. */
const FROM_COLUMN = 5;
const TO_COLUMN = 13;

const anchorOf = ({ chart, headRow }: SheetChart, at: number): string => {
  const corner = (name: string, column: number, row: number): string =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const alt = `${chart.title}。图中的数在左边的表里。`;
  return `<xdr:twoCellAnchor>${corner('from', FROM_COLUMN, headRow - 2)}${corner('to', TO_COLUMN, headRow - 2 + CHART_ROWS)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${at + 2}" name="图 ${at + 1}" descr="${escapeXml(alt)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>${chartFrame(`rId${at + 1}`)}</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`;
};

const drawingXml = (charts: readonly SheetChart[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${charts.map(anchorOf).join('')}</xdr:wsDr>`;

/** Adds the charts of the sheets to the files of a workbook. */
export const addWorkbookCharts = (
  files: Record<string, Uint8Array>,
  sheets: readonly { readonly name: string; readonly charts?: readonly SheetChart[] }[],
): void => {
  const types: (readonly [string, string])[] = [];
  let number = 0;
  for (const [index, { name, charts = [] }] of sheets.entries()) {
    if (charts.length === 0) continue;
    const sheet = `xl/worksheets/sheet${index + 1}.xml`;
    const numbers = charts.map(() => (number += 1));
    files[sheet] = strToU8(
      strFromU8(files[sheet] ?? new Uint8Array()).replace(
        '</worksheet>',
        '<drawing xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></worksheet>',
      ),
    );
    files[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = strToU8(relationshipsXml('drawing', [`../drawings/drawing${index + 1}.xml`]));
    files[`xl/drawings/drawing${index + 1}.xml`] = strToU8(drawingXml(charts));
    files[`xl/drawings/_rels/drawing${index + 1}.xml.rels`] = strToU8(
      relationshipsXml(
        'chart',
        numbers.map((one) => `../charts/chart${one}.xml`),
      ),
    );
    types.push([`/xl/drawings/drawing${index + 1}.xml`, 'application/vnd.openxmlformats-officedocument.drawing+xml']);
    for (const [at, { chart, headRow }] of charts.entries()) {
      files[`xl/charts/chart${numbers[at]}.xml`] = strToU8(chartXml(chart, { sheet: name, headRow }));
      types.push([`/xl/charts/chart${numbers[at]}.xml`, CHART_CONTENT_TYPE]);
    }
  }
  const contentTypes = '[Content_Types].xml';
  files[contentTypes] = strToU8(withContentTypes(strFromU8(files[contentTypes] ?? new Uint8Array()), types));
};

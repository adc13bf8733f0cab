/**
 * The report TR_B1 "Book Requests (Controlled)" in the form of the COUNTER Code of Practice, Release 5.1, as JSON and as a table. The names
 * of its fields are those of COUNTER. Pure.
 */
import { z } from 'zod';
import { useMonth } from './license-use.ts';

export const counterMetric = z.enum(['Total_Item_Requests', 'Unique_Title_Requests']);
export type CounterMetric = z.output<typeof counterMetric>;

const performance = z.record(useMonth, z.number().int());

const counterItem = z.object({
  Title: z.string(),
  Item_ID: z.object({ Proprietary: z.string(), ISBN: z.string().optional() }),
  Platform: z.string(),
  Publisher: z.string(),
  Attribute_Performance: z.array(
    z.object({
      Data_Type: z.literal('Book'),
      /** Year of publication; `0001` if it is unknown. */
      YOP: z.string(),
      Performance: z.object({ Total_Item_Requests: performance, Unique_Title_Requests: performance }),
    }),
  ),
});
export type CounterItem = z.output<typeof counterItem>;

export const counterReport = z.object({
  Report_Header: z.object({
    Report_Name: z.literal('Book Requests (Controlled)'),
    Report_ID: z.literal('TR_B1'),
    Release: z.literal('5.1'),
    Institution_Name: z.string(),
    Institution_ID: z.object({ Proprietary: z.array(z.string()) }),
    Report_Filters: z.object({
      Data_Type: z.array(z.literal('Book')),
      Access_Type: z.array(z.literal('Controlled')),
      Access_Method: z.array(z.literal('Regular')),
      Metric_Type: z.array(counterMetric),
      Begin_Date: z.string(),
      End_Date: z.string(),
    }),
    Exceptions: z.array(z.object({ Code: z.number().int(), Message: z.string(), Data: z.string() })),
    Created: z.string(),
    Created_By: z.string(),
    Registry_Record: z.string(),
  }),
  Report_Items: z.array(counterItem),
});
export type CounterReport = z.output<typeof counterReport>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** Returns a month as the head of a column, for example `Sep-2026`. */
const monthHead = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1] ?? ''}-${month.slice(0, 4)}`;

/** Returns the months of a report. */
export const counterMonths = ({ Report_Header: { Report_Filters: filters } }: CounterReport): string[] => {
  const months: string[] = [];
  const [last, end] = [filters.End_Date.slice(0, 7), 120];
  for (let [year = 0, month = 1] = filters.Begin_Date.split('-').map(Number); months.length < end; month += 1) {
    if (month > 12) [year, month] = [year + 1, 1];
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (name > last) break;
    months.push(name);
  }
  return months;
};

/** Returns the sum of a metric of a book over the period of the report. */
export const counterTotal = ({ Attribute_Performance: parts }: CounterItem, metric: CounterMetric): number =>
  parts.flatMap(({ Performance }) => Object.values(Performance[metric])).reduce((sum, count) => sum + count, 0);

const COLUMNS = [
  'Title',
  'Publisher',
  'Publisher_ID',
  'Platform',
  'DOI',
  'Proprietary_ID',
  'ISBN',
  'Print_ISSN',
  'Online_ISSN',
  'URI',
  'Data_Type',
  'YOP',
  'Metric_Type',
  'Reporting_Period_Total',
] as const;

/** Returns the rows of the report as a table: the header, an empty row, the heads of the columns, and two rows for each book. */
export const counterTable = (report: CounterReport): string[][] => {
  const { Report_Header: head, Report_Items: items } = report;
  const { Report_Filters: filters } = head;
  const months = counterMonths(report);
  return [
    ['Report_Name', head.Report_Name],
    ['Report_ID', head.Report_ID],
    ['Release', head.Release],
    ['Institution_Name', head.Institution_Name],
    ['Institution_ID', head.Institution_ID.Proprietary.join('; ')],
    ['Metric_Types', filters.Metric_Type.join('; ')],
    [
      'Report_Filters',
      `Data_Type=${filters.Data_Type.join('|')}; Access_Type=${filters.Access_Type.join('|')}; Access_Method=${filters.Access_Method.join('|')}`,
    ],
    ['Report_Attributes', ''],
    ['Exceptions', head.Exceptions.map(({ Code, Message, Data }) => `${Code}: ${Message} (${Data})`).join('; ')],
    ['Reporting_Period', `Begin_Date=${filters.Begin_Date}; End_Date=${filters.End_Date}`],
    ['Created', head.Created],
    ['Created_By', head.Created_By],
    ['Registry_Record', head.Registry_Record],
    [],
    [...COLUMNS, ...months.map(monthHead)],
    ...items.flatMap((item) =>
      item.Attribute_Performance.flatMap(({ Data_Type, YOP, Performance }) =>
        counterMetric.options.map((metric) => [
          item.Title,
          item.Publisher,
          '',
          item.Platform,
          '',
          item.Item_ID.Proprietary,
          item.Item_ID.ISBN ?? '',
          '',
          '',
          '',
          Data_Type,
          YOP,
          metric,
          String(months.reduce((sum, month) => sum + (Performance[metric][month] ?? 0), 0)),
          ...months.map((month) => String(Performance[metric][month] ?? 0)),
        ]),
      ),
    ),
  ];
};

/** A text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe. */
const csvCell = (value: string): string => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Returns the report as CSV, with a byte order mark, so that Excel reads it as UTF-8. */
export const counterCsv = (report: CounterReport): string =>
  `\uFEFF${counterTable(report)
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')}\r\n`;

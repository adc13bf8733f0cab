/** Tests the form of COUNTER reports. */
import { expect, test } from 'vitest';
import { type CounterReport, counterCsv, counterMonths, counterReport, counterTable, counterTotal } from './counter-report.ts';

const report: CounterReport = {
  Report_Header: {
    Report_Name: 'Book Requests (Controlled)',
    Report_ID: 'TR_B1',
    Release: '5.1',
    Institution_Name: '临渠学院',
    Institution_ID: { Proprietary: ['shufang:school'] },
    Report_Filters: {
      Data_Type: ['Book'],
      Access_Type: ['Controlled'],
      Access_Method: ['Regular'],
      Metric_Type: ['Total_Item_Requests', 'Unique_Title_Requests'],
      Begin_Date: '2026-11-01',
      End_Date: '2027-01-31',
    },
    Exceptions: [{ Code: 3040, Message: 'Partial Data Returned', Data: '合并' }],
    Created: '2027-02-01T00:00:00Z',
    Created_By: '书房',
    Registry_Record: '',
  },
  Report_Items: [
    {
      Title: '=论语"选读"',
      Item_ID: { Proprietary: 'shufang:book', ISBN: '9787010000000' },
      Platform: '书房',
      Publisher: '甲出版社',
      Attribute_Performance: [
        {
          Data_Type: 'Book',
          YOP: '2020',
          Performance: {
            Total_Item_Requests: { '2026-11': 30, '2027-01': 12 },
            Unique_Title_Requests: { '2026-11': 10, '2027-01': 5 },
          },
        },
      ],
    },
  ],
};

test('the report is valid, and its months are those of its period', () => {
  expect(counterReport.parse(report)).toEqual(report);
  expect(counterMonths(report)).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(report.Report_Items.map((item) => counterTotal(item, 'Total_Item_Requests'))).toEqual([42]);
});

test('the table has the thirteen rows of the header, an empty row, the heads, and a row for each metric', () => {
  const rows = counterTable(report);
  expect(rows.slice(0, 14).map(([name]) => name)).toEqual([
    'Report_Name',
    'Report_ID',
    'Release',
    'Institution_Name',
    'Institution_ID',
    'Metric_Types',
    'Report_Filters',
    'Report_Attributes',
    'Exceptions',
    'Reporting_Period',
    'Created',
    'Created_By',
    'Registry_Record',
    undefined,
  ]);
  expect(rows[6]).toEqual(['Report_Filters', 'Data_Type=Book; Access_Type=Controlled; Access_Method=Regular']);
  expect(rows[14]?.slice(-5)).toEqual(['Metric_Type', 'Reporting_Period_Total', 'Nov-2026', 'Dec-2026', 'Jan-2027']);
  expect(rows.slice(15).map((row) => row.slice(-5))).toEqual([
    ['Total_Item_Requests', '42', '30', '0', '12'],
    ['Unique_Title_Requests', '15', '10', '0', '5'],
  ]);
});

test('the CSV quotes every cell, and no cell is a formula', () => {
  const csv = counterCsv(report);
  expect(csv.startsWith('\uFEFF"Report_Name","Book Requests (Controlled)"\r\n')).toBe(true);
  expect(csv).toContain(`"'=论语""选读""","甲出版社"`);
});

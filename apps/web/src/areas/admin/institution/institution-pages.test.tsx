/** Tests the pages of an institution: the use of its licenses, the COUNTER report with its downloads, and the choice of an institution. */
import {
  type CounterReport,
  getCounterReport,
  getLicenseUse,
  type LicenseUse,
  listInstitutions,
  type MonthOfUse,
  type OutputOf,
} from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { ChosenInstitution } from './chosen-institution.tsx';
import { InstitutionReport } from './counter-report.tsx';
import { InstitutionUse } from './license-use.tsx';

const SCHOOL = '1'.repeat(26);
const OTHER = '2'.repeat(26);
const TONES = { draft: 'plain', active: 'good', expiring: 'wait', upcoming: 'plain', suspended: 'stop', expired: 'plain' } as const;

const month = (name: string, readers?: number): MonthOfUse =>
  readers === undefined
    ? { month: name }
    : { month: name, readers, hours: 2 * readers, titleRequests: 3 * readers, itemRequests: 9 * readers };

const license = (id: string, more: Partial<LicenseUse> = {}): LicenseUse => ({
  id,
  contractNo: `合同 ${id}`,
  scope: 'books',
  books: 1,
  titles: ['论语选读'],
  startsAt: Date.UTC(2026, 0, 1),
  endsAt: Date.UTC(2027, 0, 1),
  state: 'active',
  months: [month('2026-09'), month('2026-10', 15)],
  ...more,
});

const use: OutputOf<typeof getLicenseUse> = {
  institution: '临渠学院',
  computedAt: Date.UTC(2026, 10, 2),
  isSimulated: true,
  months: [month('2026-09'), month('2026-10', 25)],
  licenses: [license('1', { seats: 50, seatsTaken: 12, readers: 20 }), license('2')],
};

const report: CounterReport = {
  Report_Header: {
    Report_Name: 'Book Requests (Controlled)',
    Report_ID: 'TR_B1',
    Release: '5.1',
    Institution_Name: '临渠学院',
    Institution_ID: { Proprietary: [`shufang:${SCHOOL}`] },
    Report_Filters: {
      Data_Type: ['Book'],
      Access_Type: ['Controlled'],
      Access_Method: ['Regular'],
      Metric_Type: ['Total_Item_Requests', 'Unique_Title_Requests'],
      Begin_Date: '2026-09-01',
      End_Date: '2026-10-31',
    },
    Exceptions: [{ Code: 3040, Message: 'Partial Data Returned', Data: '合并' }],
    Created: '2026-11-02T00:00:00Z',
    Created_By: '书房',
    Registry_Record: '',
  },
  Report_Items: [
    {
      Title: '论语选读',
      Item_ID: { Proprietary: 'shufang:book' },
      Platform: '书房',
      Publisher: '',
      Attribute_Performance: [
        {
          Data_Type: 'Book',
          YOP: '0001',
          Performance: { Total_Item_Requests: { '2026-10': 1_225 }, Unique_Title_Requests: { '2026-10': 75 } },
        },
      ],
    },
  ],
};

beforeEach(() => signInHere());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('shows each license with its seats, and the months with the numbers that are hidden', async () => {
  stubCalls(succeed(getLicenseUse, use));
  const { container } = renderInApp(<InstitutionUse institutionId={SCHOOL} tones={TONES} />);
  const table = await screen.findByRole('table', { name: '各份授权' });
  expect(within(table).getByText('12 / 50')).toBeVisible();
  expect(within(table).getByText('20 人')).toBeVisible();
  expect(within(table).getByText('人太少')).toBeVisible();
  expect(screen.getByText('模拟数据')).toBeVisible();
  const numbers = () => within(screen.getByRole('region', { name: '每月的读者：数据表' }));
  expect(numbers().getByRole('row', { name: '26/09 人太少' })).toBeInTheDocument();
  expect(numbers().getByRole('row', { name: '26/10 25' })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '授权' }), '合同 2 · 1 本图书');
  expect(numbers().getByRole('row', { name: '26/10 15' })).toBeInTheDocument();
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('says that nothing can be published yet, and still shows the licenses', async () => {
  stubCalls(succeed(getLicenseUse, { ...use, isSimulated: false, months: [month('2026-10')], licenses: [license('1')] }));
  renderInApp(<InstitutionUse institutionId={SCHOOL} tones={TONES} />);
  expect(await screen.findByRole('heading', { name: '还没有可以公布的数字' })).toBeVisible();
  expect(screen.getByRole('table', { name: '各份授权' })).toBeVisible();
});

it('shows the report, and saves it as CSV and as JSON', async () => {
  const saved: Blob[] = [];
  class SavingUrl extends URL {
    static override createObjectURL(content: Blob): string {
      saved.push(content);
      return 'blob:report';
    }
    static override revokeObjectURL(): void {}
  }
  vi.stubGlobal('URL', SavingUrl);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  stubCalls(succeed(getCounterReport, { report, last: '2026-10' }));
  const { container } = renderInApp(<InstitutionReport institutionId={SCHOOL} />);
  const books = await screen.findByRole('table', { name: '各本图书' });
  expect(within(books).getByText('1,225')).toBeVisible();
  expect(screen.getByText('3040 合并')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '下载 CSV' }));
  await userEvent.click(screen.getByRole('button', { name: '下载 JSON' }));
  const [csv = '', json = ''] = await Promise.all(saved.map((content) => content.text()));
  expect(csv).toContain('"Report_ID","TR_B1"');
  expect(JSON.parse(json)).toEqual(report);
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('lets an operator of several institutions choose one', async () => {
  const institution = (id: string, name: string): OutputOf<typeof listInstitutions>['items'][number] => ({
    id,
    name,
    domain: '',
    mailDomains: [],
    protocol: 'none',
    ready: false,
    entityId: '',
    ssoUrl: '',
    certificates: [],
    issuer: '',
    clientId: '',
    hasClientSecret: false,
    licenses: 1,
  });
  stubCalls(
    succeed(listInstitutions, {
      items: [institution(SCHOOL, '临渠学院'), institution(OTHER, '洛水学院')],
      platform: { redirectUri: '', local: false },
    }),
  );
  renderInApp(<ChosenInstitution>{(id) => <p>{id}</p>}</ChosenInstitution>);
  expect(await screen.findByText(SCHOOL)).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '机构' }), '洛水学院');
  expect(await screen.findByText(OTHER)).toBeVisible();
});

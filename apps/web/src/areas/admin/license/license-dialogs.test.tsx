/** Tests the dialogs that create a license and change its capacity: their checks and what they send. */
import { type AdminLicense, createLicense, setLicenseSeats } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { licensesText as text } from '../../../platform/messages/zh-cn/licenses.ts';
import { endOfDay, startOfDay } from '../../../platform/records/days.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { CapacityButton } from './license-capacity-dialog.tsx';
import { type BookPicker, LicenseDialog } from './license-dialog.tsx';

const license: AdminLicense = {
  id: 'l1',
  institution: '稷下大学',
  scope: 'all',
  bookIds: [],
  networks: ['202.112.0.0/16'],
  modes: ['ip'],
  startsAt: 0,
  endsAt: 1,
  contractNo: '',
  seats: 10,
  status: 'active',
  state: 'active',
  titles: [],
};

const Picker: BookPicker = ({ error, inputRef, onChoose }) => (
  <>
    <input aria-label="图书" aria-invalid={error !== undefined} ref={inputRef} />
    <output>{error}</output>
    <button type="button" onClick={() => onChoose({ id: '1'.repeat(26), title: '论语' })}>
      选择论语
    </button>
  </>
);

afterEach(() => vi.unstubAllGlobals());

const field = (name: string) => screen.getByLabelText(name);
const submit = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a license shows every missing value at its field, and gives the first one the focus', async () => {
  const { asked } = stubCalls();
  renderInApp(<LicenseDialog bookPicker={Picker} onClose={() => undefined} />);
  await userEvent.selectOptions(field(text.scope), text.scopeBooks);
  await userEvent.type(field(text.seats), '0');
  await submit(text.save);
  expect(field(text.institution)).toHaveAccessibleDescription(text.institutionNeeded);
  expect(field(text.institution)).toHaveFocus();
  expect(field(text.networks)).toHaveAccessibleDescription(text.networksNeeded);
  expect(screen.getByText(text.booksNeeded)).toBeVisible();
  expect(field(text.from)).toHaveAccessibleDescription(text.daysNeeded);
  expect(field(text.to)).toHaveAccessibleDescription(text.daysNeeded);
  expect(field(text.seats)).toHaveAccessibleDescription(text.capacityInvalid);
  await userEvent.type(field(text.networks), '202.112.0.0/16 campus');
  expect(field(text.networks)).toHaveAccessibleDescription(text.networkWrong('campus'));
  await userEvent.click(screen.getByRole('checkbox', { name: /校园网/ }));
  expect(screen.getByText(text.modesNeeded)).toBeVisible();
  await userEvent.type(field(text.institution), '稷下大学');
  await submit(text.save);
  expect(screen.getByRole('checkbox', { name: /校园网/ })).toHaveFocus();
  expect(asked).toEqual([]);
});

it('a license must not end before it begins; a refused one stays filled in, an accepted one closes the dialog', async () => {
  stubCalls(refuse(createLicense, 'license.overlap', '网段已授权给其他机构'));
  const onClose = vi.fn();
  renderInApp(<LicenseDialog bookPicker={Picker} onClose={onClose} />);
  await userEvent.type(field(text.institution), ' 稷下大学');
  await userEvent.type(field(text.networks), '202.112.0.0/16，2001:da8::/32');
  await userEvent.selectOptions(field(text.scope), text.scopeBooks);
  await submit('选择论语');
  await userEvent.type(field(text.from), '2026-03-01');
  await userEvent.type(field(text.to), '2026-02-01');
  await submit(text.save);
  expect(field(text.to)).toHaveAccessibleDescription(text.daysWrong);
  expect(field(text.to)).toHaveFocus();
  await userEvent.clear(field(text.to));
  await userEvent.type(field(text.to), '2026-03-01');
  expect(field(text.to)).toBeValid();
  await submit(text.save);
  await waitFor(() => expect(screen.getByRole('button', { name: text.save })).toHaveAttribute('aria-disabled', 'false'));
  expect(field(text.institution)).toHaveValue(' 稷下大学');
  const { asked } = stubCalls(succeed(createLicense, { license }));
  await submit(text.save);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked.map(({ fields }) => fields)).toEqual([
    {
      institution: '稷下大学',
      modes: ['ip'],
      networks: ['202.112.0.0/16', '2001:da8::/32'],
      bookIds: ['1'.repeat(26)],
      contractNo: '',
      draft: false,
      startsAt: startOfDay('2026-03-01'),
      endsAt: endOfDay('2026-03-01'),
    },
  ]);
});

it('the capacity of a license is a whole number or empty, which removes the limit', async () => {
  const { asked } = stubCalls(succeed(setLicenseSeats, { license }));
  renderInApp(<CapacityButton license={license} />);
  await submit(text.changeCapacityOf('稷下大学'));
  const seats = field(text.seats);
  expect(seats).toHaveValue('10');
  await userEvent.clear(seats);
  await userEvent.clear(field(text.concurrent));
  await userEvent.type(field(text.concurrent), '1.5');
  await submit(text.capacitySave);
  expect(field(text.concurrent)).toHaveAccessibleDescription(text.capacityInvalid);
  expect(field(text.concurrent)).toHaveFocus();
  await userEvent.clear(field(text.concurrent));
  await userEvent.type(field(text.concurrent), '5');
  await userEvent.type(field(text.capacityReason), ' 续约 ');
  await submit(text.capacitySave);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.map(({ fields }) => fields)).toEqual([{ licenseId: 'l1', concurrent: 5, reason: '续约' }]);
});

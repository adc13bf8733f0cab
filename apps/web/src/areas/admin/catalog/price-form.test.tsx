/** Tests the form of a price: what it refuses, and what it saves. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { PriceForm } from './price-form.tsx';

const text = adminCatalogText.book;
const field = (name: string): HTMLElement => screen.getByLabelText(name);
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: adminText.books.savePrice }));
const show = (priceFen?: number, termDays?: number) => {
  const onSave = vi.fn();
  const renewal = { priceFen: undefined };
  const price = { priceFen, termDays, saleFrom: undefined, saleTo: undefined };
  renderInApp(<PriceForm {...price} renewal={renewal} hint="提示" isBusy={false} onSave={onSave} />);
  return onSave;
};

it('a price is saved with its term and its renewal price', async () => {
  const onSave = show(3_900, 365);
  expect(field(text.termCount.months)).toHaveValue('12');
  await userEvent.type(field(text.renewal), '19.90');
  await save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ priceFen: 3_900, termDays: 365, renewalFen: 1_990 });
  expect(await accessibilityViolations()).toEqual([]);
});

it('all errors are shown together, and the first invalid field has the focus', async () => {
  const onSave = show();
  await userEvent.selectOptions(field(text.term), text.termKinds.days);
  await userEvent.type(field(text.termCount.days), '0');
  await userEvent.type(field(text.saleFrom), '2026-11-02T08:00');
  await userEvent.type(field(text.saleTo), '2026-11-01T08:00');
  await userEvent.type(field(text.renewal), '0');
  await save();
  expect(field(adminText.books.priceLabel)).toHaveAccessibleDescription(text.priceWrong);
  expect(field(adminText.books.priceLabel)).toHaveFocus();
  expect(field(text.termCount.days)).toHaveAccessibleDescription(text.termWrong);
  expect(field(text.saleTo)).toHaveAccessibleDescription(text.saleWrong);
  expect(field(text.renewal)).toHaveAccessibleDescription(text.renewalWrong);
  expect(onSave).not.toHaveBeenCalled();
});

it('a renewal costs less than the purchase, and permanent rights have no term', async () => {
  const onSave = show(3_900, 30);
  await userEvent.selectOptions(field(text.term), text.termKinds.perpetual);
  await userEvent.type(field(text.renewal), '39');
  await save();
  expect(field(text.renewal)).toHaveAccessibleDescription(text.renewalWrong);
  await userEvent.clear(field(text.renewal));
  await save();
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ priceFen: 3_900 });
});

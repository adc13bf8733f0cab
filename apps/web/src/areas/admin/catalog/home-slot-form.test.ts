import type { HomeSlotRecord } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../platform/records/days.ts';
import { inputOf, type SlotValues, slotFields, statusOf, valuesOf } from './home-slot-form.ts';

const record: HomeSlotRecord = {
  id: '0'.repeat(26),
  slot: 'banner',
  targetType: 'book',
  target: '1'.repeat(26),
  targetTitle: '论语',
  title: '',
  lead: '',
  visible: true,
};
/** Returns the messages of the invalid fields, the first of each. */
const validate = (values: SlotValues): object =>
  Object.fromEntries((slotFields.safeParse(values).error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]));
const noon = (day: string): number => new Date(`${day}T12:00:00`).getTime();

describe('the dates of a home slot', () => {
  it('are whole local days: from the start of the first to the end of the last', () => {
    const { startAt, endAt } = inputOf(undefined, { ...valuesOf('banner', record), from: '2026-11-01', to: '2026-11-30' }, undefined);
    expect([dayOf(startAt ?? 0), dayOf((endAt ?? 0) - 1)]).toEqual(['2026-11-01', '2026-11-30']);
    const savedValues = valuesOf('banner', { ...record, startAt: startAt ?? 0, endAt: endAt ?? 0 });
    expect([savedValues.from, savedValues.to]).toEqual(['2026-11-01', '2026-11-30']);
    const shown = { ...record, startAt: startAt ?? 0, endAt: endAt ?? 0 };
    expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => statusOf(shown, noon(day)))).toEqual([
      'before',
      'shown',
      'shown',
      'after',
    ]);
  });

  it('set no limit when they are empty, and remove an existing one', () => {
    expect(inputOf('x', { ...valuesOf('banner', record), from: '', to: '' }, undefined)).toMatchObject({ startAt: null, endAt: null });
  });

  it('can be the same day, and the end cannot be before the start', () => {
    expect(validate({ ...valuesOf('banner', record), from: '2026-11-01', to: '2026-11-01' })).toEqual({});
    expect(validate({ ...valuesOf('banner', record), from: '2026-11-02', to: '2026-11-01' })).toEqual({ from: '结束日期须不早于开始日期' });
  });
});

describe('the target of a home slot', () => {
  const page = (target: string, title = '标题') => validate({ ...valuesOf('banner'), targetType: 'page', target, title });
  it.each([
    ['/helper/student-manual', {}],
    ['', { target: '请选择指向' }],
    ['helper', { target: '请填写以一个 / 开头、在本站之内的地址' }],
    ['//elsewhere.example', { target: '请填写以一个 / 开头、在本站之内的地址' }],
    ['/\\elsewhere', { target: '请填写以一个 / 开头、在本站之内的地址' }],
    ['/a b', { target: '请填写以一个 / 开头、在本站之内的地址' }],
  ])('validates the page %j', (target, errors) => expect(page(target)).toEqual(errors));

  it('requires a title for a page, and uses the title of a book', () => {
    expect(page('/', ' ')).toEqual({ title: '指向页面时请填写标题' });
    expect(validate(valuesOf('banner', record))).toEqual({});
  });

  it('explains why a visible slot is not shown', () => {
    expect(statusOf({ ...record, obstacle: 'collectionHidden' }, 0)).toBe('collectionHidden');
    expect(statusOf({ ...record, obstacle: 'collectionHidden', visible: false }, 0)).toBe('hidden');
  });

  it('is reported first when it no longer exists', () => {
    const { targetTitle: _gone, ...gone } = record;
    expect(statusOf({ ...gone, visible: false }, 0)).toBe('gone');
  });
});

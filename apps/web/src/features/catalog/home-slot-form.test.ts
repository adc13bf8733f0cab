import type { HomeSlotRecord } from '@shufang/contract';
import { describe, expect, it } from 'vitest';
import { dayOf, faultsIn, inputOf, standingOf, valuesOf } from './home-slot-form.ts';

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
const noon = (day: string): number => new Date(`${day}T12:00:00`).getTime();

describe('the dates of a place of the front page', () => {
  it('are whole days of the editor’s calendar: from the beginning of the first to the end of the last', () => {
    const { startAt, endAt } = inputOf(undefined, { ...valuesOf('banner', record), from: '2026-11-01', to: '2026-11-30' }, undefined);
    expect([dayOf(startAt ?? 0), dayOf((endAt ?? 0) - 1)]).toEqual(['2026-11-01', '2026-11-30']);
    const kept = valuesOf('banner', { ...record, startAt: startAt ?? 0, endAt: endAt ?? 0 });
    expect([kept.from, kept.to]).toEqual(['2026-11-01', '2026-11-30']);
    const shown = { ...record, startAt: startAt ?? 0, endAt: endAt ?? 0 };
    expect(['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'].map((day) => standingOf(shown, noon(day)))).toEqual([
      'before',
      'shown',
      'shown',
      'after',
    ]);
  });

  it('left empty are no bound, and take away the one there was', () => {
    expect(inputOf('x', { ...valuesOf('banner', record), from: '', to: '' }, undefined)).toMatchObject({ startAt: null, endAt: null });
  });

  it('may be one day, and never end before they begin', () => {
    expect(faultsIn({ ...valuesOf('banner', record), from: '2026-11-01', to: '2026-11-01' })).toEqual({});
    expect(faultsIn({ ...valuesOf('banner', record), from: '2026-11-02', to: '2026-11-01' })).toEqual({ dates: true });
  });
});

describe('where it leads', () => {
  const page = (target: string, title = '标题') => faultsIn({ ...valuesOf('banner'), targetType: 'page', target, title });
  it.each([
    ['/helper/student-manual', {}],
    ['', { target: 'missing' }],
    ['helper', { target: 'outside' }],
    ['//elsewhere.example', { target: 'outside' }],
    ['/\\elsewhere', { target: 'outside' }],
    ['/a b', { target: 'outside' }],
  ])('as a page %j', (target, faults) => expect(page(target)).toEqual(faults));

  it('as a page needs a title, as a book takes that of the book', () => {
    expect(page('/', ' ')).toEqual({ title: true });
    expect(faultsIn(valuesOf('banner', record))).toEqual({});
  });

  it('that is on and seen by nobody says why, not that it is shown', () => {
    expect(standingOf({ ...record, obstacle: 'collectionHidden' }, 0)).toBe('collectionHidden');
    expect(standingOf({ ...record, obstacle: 'collectionHidden', visible: false }, 0)).toBe('hidden');
  });

  it('and is gone is said before everything else', () => {
    const { targetTitle: _gone, ...gone } = record;
    expect(standingOf({ ...gone, visible: false }, 0)).toBe('gone');
  });
});

import { expect, it } from 'vitest';
import { readAuditFilters } from './audit-filters.ts';

const read = (query: string) => readAuditFilters(new URLSearchParams(query));

it('the filters select whole days, including the last one', () => {
  const { from = 0, to = 0 } = read('from=2026-03-01&to=2026-03-01');
  expect(new Date(from).toTimeString()).toMatch(/^00:00:00/);
  expect(to - from).toBe(86_400_000);
});

it('invalid filters are ignored', () => {
  expect(read('action=book.burn&kind=planet&from=yesterday&id=&who=')).toEqual({});
  expect(read('action=book.publish&kind=book&id=b1&who=cli')).toEqual({
    action: 'book.publish',
    targetKind: 'book',
    targetId: 'b1',
    operatorId: 'cli',
  });
});

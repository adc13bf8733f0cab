import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../publication/id.ts';
import { packGradeCells, unpackGradeCells } from './grade-matrix.ts';
import { type GradeCellRecord, gradeState } from './gradebook.ts';

const userIds = Array.from({ length: 6 }, () => newId());
const columnIds = Array.from({ length: 4 }, () => newId());

const value: fc.Arbitrary<GradeCellRecord['value']> = fc.oneof(
  fc.constant({ kind: 'empty' as const }),
  fc.record({ kind: fc.constant('points' as const), milli: fc.nat(200_000) }),
  fc.record({ kind: fc.constant('state' as const), state: fc.constantFrom(...gradeState.options) }),
);

const cell: fc.Arbitrary<GradeCellRecord> = fc.record(
  {
    columnId: fc.constantFrom(...columnIds),
    userId: fc.constantFrom(...userIds),
    rev: fc.nat(),
    value,
    isOverride: fc.constant(true as const),
    isLate: fc.constant(true as const),
    unscored: fc.nat(20),
  },
  { requiredKeys: ['columnId', 'userId', 'rev', 'value'] },
);

const keyOf = ({ columnId, userId }: GradeCellRecord): string => `${columnId} ${userId}`;
const byKey = (cells: readonly GradeCellRecord[]) => new Map(cells.map((each) => [keyOf(each), each]));

describe('cells of a gradebook as columns', () => {
  it('are the same cells after they were sent as JSON', () => {
    fc.assert(
      fc.property(fc.uniqueArray(cell, { selector: keyOf }), (cells) => {
        const sent = JSON.parse(JSON.stringify(packGradeCells(userIds, cells))) as ReturnType<typeof packGradeCells>;
        expect(byKey(unpackGradeCells(userIds, sent))).toEqual(byKey(cells));
      }),
    );
  });

  it('leave out cells of people who are not listed', () => {
    const unlisted: GradeCellRecord = { columnId: columnIds[0] ?? '', userId: newId(), rev: 1, value: { kind: 'points', milli: 1000 } };
    expect(packGradeCells(userIds, [unlisted])).toEqual([]);
  });

  it('take a tenth of the bytes of records', () => {
    const students = Array.from({ length: 100 }, () => newId());
    const cells = columnIds.flatMap((columnId) =>
      students.map((userId, row): GradeCellRecord => ({ columnId, userId, rev: 1, value: { kind: 'points', milli: row * 500 } })),
    );
    expect(JSON.stringify(packGradeCells(students, cells)).length).toBeLessThan(JSON.stringify(cells).length / 10);
  });
});

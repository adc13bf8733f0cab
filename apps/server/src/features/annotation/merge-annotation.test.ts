import { type Hlc, newId, parseHlc } from '@shufang/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aHlc, newMarkFields } from '../sync/testing/sync-fixture.ts';
import { ANNOTATION_LIMITS } from './limits.ts';
import { type AnnotationChange, createFromChange, mergeAnnotation } from './merge-annotation.ts';
import { type AnnotationFields, annotationFields, type StoredAnnotation } from './stored-annotation.ts';

const T = 1_800_000_000_000;
const ID = newId();

const change = (hlc: Hlc, fields: AnnotationFields, baseHlc?: Hlc): AnnotationChange => ({ fields, hlc, sentHlc: hlc, baseHlc, now: T });
const aNote = (body: string, hlc: Hlc = aHlc(T)): StoredAnnotation =>
  createFromChange(ID, 'reader', change(hlc, annotationFields.parse({ ...newMarkFields(), body })));
const bodyClock = (annotation: StoredAnnotation): Hlc => annotation.clocks['body'] ?? '';
const textsOf = (annotation: StoredAnnotation): string[] => [annotation.body, ...annotation.otherBodies.map((other) => other.body)];

describe('the first change of an annotation', () => {
  it.each(['bookId', 'versionId', 'kind', 'target'])('the first change requires %s', (name) => {
    const { [name]: _missing, ...rest } = newMarkFields();
    expect(() => createFromChange(ID, 'reader', change(aHlc(T), annotationFields.parse(rest)))).toThrow('缺少');
  });

  it('the first change may already be a deletion, which is stored like any other deletion', () => {
    const fields = annotationFields.parse({ ...newMarkFields(), deletedAt: T - 9 });
    expect(createFromChange(ID, 'reader', change(aHlc(T), fields))).toMatchObject({ deletedAt: T - 9, deletionReceivedAt: T });
    expect(aNote('文')).toMatchObject({ deletedAt: null, deletionReceivedAt: null, createdAt: T, updatedAt: T });
  });

  it('the first change determines the book for good', () => {
    const note = aNote('文');
    expect(mergeAnnotation(note, change(aHlc(T + 1), { bookId: note.bookId, color: 'red' })).next.color).toBe('red');
    expect(() => mergeAnnotation(note, change(aHlc(T + 1), { bookId: newId() }))).toThrow('另一本书');
  });
});

describe('merging a field', () => {
  it.each([
    ['later', 1, 'red', 'applied', true],
    ['the same', 0, 'yellow', 'applied', false],
    ['earlier', -1, 'yellow', 'merged', false],
  ] as const)('a field is merged when the clock of the change is %s', (_when, ms, color, status, changed) => {
    const merged = mergeAnnotation(aNote('文'), change(aHlc(T + ms), { color: 'red' }));
    expect([merged.next.color, merged.status, merged.changed]).toEqual([color, status, changed]);
  });

  it('a change wins for one field and loses for another', () => {
    const painted = mergeAnnotation(aNote('文'), change(aHlc(T + 5), { color: 'red' })).next;
    const merged = mergeAnnotation(painted, change(aHlc(T + 3), { color: 'blue', tags: ['新'] }));
    expect([merged.next.color, merged.next.tags, merged.status, merged.changed]).toEqual(['red', ['新'], 'merged', true]);
  });
});

describe('two edits of one text', () => {
  const note = aNote('初稿');
  const base = aHlc(T);

  it('an edit replaces the text its author has seen', () => {
    const { next, status } = mergeAnnotation(note, change(aHlc(T + 1), { body: '二稿' }, base));
    expect([textsOf(next), status]).toEqual([['二稿'], 'applied']);
  });

  it('both texts stay when two devices edit the same text, the later one first, in whatever order they arrive', () => {
    const early = change(aHlc(T + 1, 'devicea'), { body: '甲' }, base);
    const late = change(aHlc(T + 2, 'deviceb'), { body: '乙' }, base);
    for (const [first, second] of [
      [early, late],
      [late, early],
    ] as const) {
      const { next, status } = mergeAnnotation(mergeAnnotation(note, first).next, second);
      expect([textsOf(next), status]).toEqual([['乙', '甲'], 'merged']);
      expect(next.otherBodies).toMatchObject([{ at: T + 1, deviceId: 'devicea' }]);
    }
  });

  it('a losing text is removed when its own author edits it again', () => {
    const a1 = change(aHlc(T + 1, 'devicea'), { body: '甲一' }, base);
    const b = change(aHlc(T + 2, 'deviceb'), { body: '乙' }, base);
    const a2 = change(aHlc(T + 3, 'devicea'), { body: '甲二' }, a1.hlc);
    const merged = [b, a1, a2].reduce((current, each) => mergeAnnotation(current, each).next, note);
    expect(textsOf(merged)).toEqual(['甲二', '乙']);
  });

  it.each([
    ['as its device sent it', T + 86_400_000],
    ['as the server stored it', T + 1],
  ])('a losing text is recognized by its clock %s', (_which, baseMs) => {
    const a1 = { ...change(aHlc(T + 1, 'devicea'), { body: '甲一' }, base), sentHlc: aHlc(T + 86_400_000, 'devicea') };
    const b = change(aHlc(T + 2, 'deviceb'), { body: '乙' }, base);
    const a2 = change(aHlc(T + 3, 'devicea'), { body: '甲二' }, aHlc(baseMs, 'devicea'));
    const merged = [b, a1, a2].reduce((current, each) => mergeAnnotation(current, each).next, note);
    expect(textsOf(merged)).toEqual(['甲二', '乙']);
  });

  it('conflicting texts contain no duplicates, no empty texts and not the winning text', () => {
    const edits = [
      change(aHlc(T + 9, 'devicea'), { body: '甲' }, base),
      change(aHlc(T + 2, 'deviceb'), { body: '乙' }, base),
      change(aHlc(T + 3, 'devicec'), { body: '乙' }, base),
      change(aHlc(T + 4, 'deviced'), { body: '' }, base),
    ];
    const merged = edits.reduce((current, each) => mergeAnnotation(current, each).next, note);
    expect(textsOf(merged)).toEqual(['甲', '乙']);
    expect(textsOf(mergeAnnotation(merged, change(aHlc(T + 10, 'devicee'), { body: '乙' }, aHlc(T + 9, 'devicea'))).next)).toEqual(['乙']);
  });

  it('an edit of the seen text wins although its clock is behind', () => {
    const { next } = mergeAnnotation(note, change(aHlc(T - 5_000, 'deviceb'), { body: '慢表' }, base));
    expect(textsOf(next)).toEqual(['慢表']);
    expect(bodyClock(next) > base).toBe(true);
  });

  it('equal texts and edits of an empty text are no conflict', () => {
    expect(mergeAnnotation(note, change(aHlc(T + 1, 'deviceb'), { body: '初稿' })).status).toBe('applied');
    expect(mergeAnnotation(aNote(''), change(aHlc(T + 1, 'deviceb'), { body: '新写' })).status).toBe('applied');
  });

  it('a text stays when another device cleared it without having seen it', () => {
    const written = mergeAnnotation(note, change(aHlc(T + 1, 'devicea'), { body: '写了很久' }, base)).next;
    const cleared = mergeAnnotation(written, change(aHlc(T + 2, 'deviceb'), { body: '' }, base)).next;
    expect(textsOf(cleared)).toEqual(['', '写了很久']);
  });

  it('only the texts the user dismissed are removed', () => {
    const both = mergeAnnotation(
      mergeAnnotation(note, change(aHlc(T + 1, 'devicea'), { body: '甲' }, base)).next,
      change(aHlc(T + 2, 'deviceb'), { body: '乙' }, base),
    ).next;
    const gone = mergeAnnotation(both, change(aHlc(T + 3), { dismissedBodies: [{ at: T + 1, deviceId: 'devicea' }] }));
    expect([textsOf(gone.next), gone.changed]).toEqual([['乙'], true]);
    const other = mergeAnnotation(both, change(aHlc(T + 3), { dismissedBodies: [{ at: T + 1, deviceId: 'devicec' }] }));
    expect([textsOf(other.next), other.changed]).toEqual([['乙', '甲'], false]);
  });

  it('one conflicting text above the limit is rejected, and the stored texts remain', () => {
    let current = note;
    for (let n = 1; n <= ANNOTATION_LIMITS.noteOtherBodies; n++)
      current = mergeAnnotation(current, change(aHlc(T + n, 'deviceb'), { body: `第${n}稿` })).next;
    expect(textsOf(current)).toHaveLength(ANNOTATION_LIMITS.noteOtherBodies + 1);
    expect(() => mergeAnnotation(current, change(aHlc(T + 99, 'deviceb'), { body: '再一稿' }))).toThrow('不同版本过多');
  });
});

describe('deletion', () => {
  it('a deletion wins or loses against a restore by the clock', () => {
    const note = aNote('文');
    const deleted = mergeAnnotation(note, change(aHlc(T + 2), { deletedAt: T + 2 })).next;
    expect(deleted).toMatchObject({ deletedAt: T + 2, deletionReceivedAt: T, body: '文' });
    expect(mergeAnnotation(deleted, change(aHlc(T + 1), { deletedAt: null })).next.deletedAt).toBe(T + 2);
    expect(mergeAnnotation(deleted, change(aHlc(T + 3), { deletedAt: null })).next).toMatchObject({
      deletedAt: null,
      deletionReceivedAt: null,
    });
  });

  it('an edit made on another device is stored in the deleted annotation', () => {
    const deleted = mergeAnnotation(aNote('文'), change(aHlc(T + 2), { deletedAt: T + 2 })).next;
    const { next } = mergeAnnotation(deleted, change(aHlc(T + 3, 'deviceb'), { body: '改' }, aHlc(T)));
    expect(next).toMatchObject({ deletedAt: T + 2, body: '改' });
  });
});

describe('random changes in any order', () => {
  const edit = fc.record({
    at: fc.integer({ min: 1, max: 6 }),
    device: fc.constantFrom('devicea', 'deviceb', 'devicec'),
    fields: fc.record(
      {
        color: fc.constantFrom('yellow' as const, 'green' as const, 'red' as const),
        highlightStyle: fc.constantFrom('solid' as const, 'underline' as const, 'wavy' as const),
        tags: fc.constantFrom<string[]>(['一'], ['二'], []),
        deletedAt: fc.constantFrom(null, T + 1, T + 2),
        chapterTitle: fc.constantFrom('上', '下'),
      },
      { requiredKeys: [] },
    ),
  });
  /** Generates edits with unique timestamps, because a timestamp identifies one change. */
  const distinct = fc.uniqueArray(edit, { maxLength: 6, selector: (each) => `${each.at}${each.device}` });

  it('all orders of the same changes end in the same fields and clocks', () => {
    fc.assert(
      fc.property(
        distinct.chain((edits) =>
          fc.tuple(fc.constant(edits), fc.shuffledSubarray(edits, { minLength: edits.length, maxLength: edits.length })),
        ),
        ([one, other]) => {
          const run = (edits: typeof one) =>
            edits.reduce(
              (current, each) => mergeAnnotation(current, change(aHlc(T + each.at, each.device), each.fields)).next,
              aNote('文'),
            );
          expect({ ...run(one), deletionReceivedAt: 0 }).toEqual({ ...run(other), deletionReceivedAt: 0 });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('clocks never decrease and no unseen text is lost', () => {
    const writing = fc.uniqueArray(
      fc.record({
        at: fc.integer({ min: 1, max: 9 }),
        device: fc.constantFrom('devicea', 'deviceb'),
        base: fc.integer({ min: -1, max: 9 }),
      }),
      { maxLength: 9, selector: (each) => `${each.at}${each.device}` },
    );
    fc.assert(
      fc.property(writing, (edits) => {
        let current = aNote('');
        const alive = new Map<Hlc, string>();
        for (const [index, each] of edits.entries()) {
          const hlc = aHlc(T + each.at, each.device);
          const base = [...alive.keys()][each.base];
          const { next } = mergeAnnotation(current, change(hlc, { body: `文${index}` }, base));
          if (base !== undefined) alive.delete(base);
          alive.set(hlc, `文${index}`);
          expect(textsOf(next)).toEqual(expect.arrayContaining([...alive.values()]));
          expect(bodyClock(next) >= bodyClock(current)).toBe(true);
          expect(next.updatedAt).toBe(Math.max(...Object.values(next.clocks).map((clock) => parseHlc(clock).ms)));
          current = next;
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

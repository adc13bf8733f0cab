import 'fake-indexeddb/auto';
import { type Annotation, locateAnnotations } from '@shufang/contract';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findRecord, ReaderDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { type AnnotationActions, createAnnotationActions } from './use-annotations.ts';
import { type ImportReport, useImportAnnotations } from './use-import-annotations.ts';

let db: ReaderDatabase;
let actions: AnnotationActions;
beforeEach(() => {
  db = new ReaderDatabase(`import-${Math.random()}`);
  actions = createAnnotationActions(db, 'lin');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

/** Imports a file with one annotation, of which the server has no record yet if `isKnown` is false. */
const importOne = async (annotation: Annotation, isKnown: boolean): Promise<ImportReport> => {
  stubCalls(succeed(locateAnnotations, { annotations: [{ index: 0, annotation, isKnown }], refused: [] }));
  const { result } = renderHook(() => useImportAnnotations(actions));
  const file = { type: 'AnnotationSet' as const, items: [{}] };
  return act(async () => {
    const preview = await result.current.locate(file, annotation.bookId);
    return result.current.store(preview, { uncertain: true, lost: true, overwrite: false });
  });
};
const bodyOf = async ({ id }: Annotation): Promise<string | undefined> => (await findRecord(db, 'lin', 'annotation', id))?.record.body;

it('an annotation that has not reached the server yet exists already: a second import neither counts nor overwrites it', async () => {
  const annotation = { ...anAnnotation(), body: '初稿' };
  expect(await importOne(annotation, false)).toMatchObject({ added: 1, existing: 0 });
  await actions.saveBody(annotation, '定稿');
  expect(await importOne(annotation, false)).toMatchObject({ added: 0, existing: 1 });
  expect(await bodyOf(annotation)).toBe('定稿');
});

it('an annotation that was deleted on this device is added again, although the server still has it', async () => {
  const annotation = { ...anAnnotation(), body: '初稿' };
  await importOne(annotation, false);
  await actions.deleteAnnotation(annotation);
  expect(await importOne(annotation, true)).toMatchObject({ added: 1, existing: 0 });
  expect(await actions.hasAnnotation(annotation.id)).toBe(true);
});

it('an annotation that only the server has exists already', async () => {
  expect(await importOne(anAnnotation(), true)).toMatchObject({ added: 0, existing: 1 });
});

import 'fake-indexeddb/auto';
import { exportNotes, queryNotes } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, useSession } from '../../platform/session/session.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { emptyPayload } from '../../testing/empty-payload.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { signInHere } from '../../testing/sign-in-here.ts';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { useNotes } from './use-notes.ts';

const Export = () => {
  const { exportAs } = useNotes({});
  return (
    <button type="button" onClick={() => void exportAs('annotation', [], String)}>
      export
    </button>
  );
};

beforeEach(() => signInHere());
afterEach(async () => {
  endSession();
  vi.unstubAllGlobals();
  await readerDatabase().outbox.clear();
});

it('an export by the server waits until the server has the changes of this device', async () => {
  const owner = useSession.getState().userId ?? '';
  const annotation = anAnnotation();
  const { id: entityId, bookId } = annotation;
  await writeChange(readerDatabase(), { owner, entity: 'annotation', entityId, bookId, kind: 'put', fields: annotation });
  const { asked } = stubCalls(
    succeed(queryNotes, emptyPayload(queryNotes.output) as never),
    succeed(exportNotes, emptyPayload(exportNotes.output) as never),
  );
  const exports = () => asked.filter(({ name }) => name === exportNotes.path).length;
  renderInApp(<Export />);
  await userEvent.click(screen.getByRole('button', { name: 'export' }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(exports()).toBe(0);
  await readerDatabase().outbox.clear();
  await waitFor(() => expect(exports()).toBe(1));
});

import { NavigatorError } from '@shufang/reading-engine';
import { expect, it, vi } from 'vitest';
import { reportUnlessClosed } from './report-unless-closed.ts';

it('an error of the reading engine is reported, but not that of a request whose frame was removed', async () => {
  const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  const failure = new NavigatorError('goTo', 'no such document');
  for (const error of [new NavigatorError('setDecorations', 'closed'), failure, new Error('closed')])
    await reportUnlessClosed(Promise.reject(error));
  await reportUnlessClosed(Promise.resolve());
  await reportUnlessClosed(undefined);
  expect(report.mock.calls).toEqual([[failure], [new Error('closed')]]);
});

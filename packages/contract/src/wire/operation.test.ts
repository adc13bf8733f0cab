import { expect, it } from 'vitest';
import { fillPath } from './operation.ts';

it('the parameters of a path are filled from the input, encoded, and the other fields remain', () => {
  const [path, rest] = fillPath({ path: '/api/file/:fileId/:minutes/link' }, { fileId: 'a/b', minutes: 5, note: 'x', deep: { a: 1 } });
  expect([path, rest]).toEqual(['/api/file/a%2Fb/5/link', { note: 'x', deep: { a: 1 } }]);
  expect(fillPath({ path: '/api/plain' }, { a: 1 })).toEqual(['/api/plain', { a: 1 }]);
});

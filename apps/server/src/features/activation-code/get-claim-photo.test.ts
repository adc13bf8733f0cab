/** Tests of reading the photos of a claim. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf, resultOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { claimCode } from './claim-code.ts';
import { getClaimPhoto } from './get-claim-photo.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('getClaimPhoto', ['editor', 'admin'], 'claimId:claim');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const claim = async (userId: string, bookId: string, photoIds = [fixture.picture(userId)]) =>
  resultOf(claimCode(fixture.deps, fixture.reader(userId), { bookId, reason: 'smudged', photoIds, partial: '', note: '' }));

const photoOf = (claimId: string, photo: number) => payloadOf(getClaimPhoto(fixture.deps, fixture.operator('editor'), { claimId, photo }));

it('a photo is returned, and reading it is an audit event', async () => {
  const userId = await fixture.user();
  const { id } = (await claim(userId, await fixture.book())).payload.claim;
  expect(await photoOf(id, 0)).toEqual({ mediaType: 'image/png', base64: Buffer.from('photo').toString('base64') });
  expect(await fixture.auditEventsOf(id)).toMatchObject([{ action: 'claim.readPhoto' }]);
  expect(await outcomeOf(photoOf(id, 1))).toBe('file.notFound');
  expect(await outcomeOf(photoOf('none', 0))).toBe('activationCode.claimNotFound');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { type HelpFixture, openHelpFixture } from './testing/help-fixture.ts';

testAccess('getContact', 'everyone');

let fixture: HelpFixture;
beforeAll(async () => {
  fixture = await openHelpFixture({
    OPERATOR_NAME: '青禾教育出版社',
    OPERATOR_PHONE: '010-5555 0100',
    OPERATOR_EMAIL_CODE: 'code@example.com',
    OPERATOR_LICENSES: '京ICP备00000000号；（署）网出证（京）字第000号',
  });
}, 120_000);
afterAll(() => fixture?.shop.close());

test('the contact details that the operator set are returned, and unset ones are absent', async () => {
  expect((await fixture.shop.call('/api/help/contact')).payload).toEqual({
    name: '青禾教育出版社',
    phone: '010-5555 0100',
    emails: [{ topic: 'code', email: 'code@example.com' }],
    licenses: ['京ICP备00000000号', '（署）网出证（京）字第000号'],
  });
});

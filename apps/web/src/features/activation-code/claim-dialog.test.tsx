/** Tests the dialog of a claim: it needs a book and a photo, and sends them with the reason. */
import { type CodeClaim, claimCode, codeClaim, uploadImage } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { codesText as text } from '../../platform/messages/zh-cn/codes.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../platform/storage/form-drafts.ts';
import { emptyPayload } from '../../testing/empty-payload.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { stubUploads } from '../../testing/stub-uploads.ts';
import { ClaimDialog } from './claim-dialog.tsx';

const claim = emptyPayload(codeClaim) as CodeClaim;
const submit = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: text.claimSubmit }));

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

it('a claim without book and photo is not sent, and both errors are shown', async () => {
  const { asked } = stubCalls();
  renderInApp(<ClaimDialog onClose={vi.fn()} />);
  await submit();
  expect(screen.getByLabelText(text.claimBook)).toHaveAccessibleDescription(text.bookMissing);
  expect(screen.getByText(text.photosMissing)).toBeVisible();
  expect(asked.filter(({ name }) => name === claimCode.path)).toEqual([]);
  expect(await accessibilityViolations()).toEqual([]);
});

it('a claim is sent with the book, the reason, the photo and the texts', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:photo');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const { asked } = stubCalls(succeed(claimCode, { claim }));
  const uploads = stubUploads();
  const onClose = vi.fn();
  renderInApp(<ClaimDialog book={{ id: '1'.repeat(26), title: '论语' }} onClose={onClose} />);
  await submit();
  expect(screen.getByText(text.photosMissing)).toBeVisible();
  await userEvent.upload(screen.getByLabelText(text.addPhoto, { selector: 'input' }), new File(['x'], '封底.png', { type: 'image/png' }));
  await waitFor(() => expect(uploads.asked).toHaveLength(1));
  expect(uploads.asked[0]?.address).toContain(uploadImage.path);
  const file = { ...(emptyPayload(uploadImage.output) as object), id: 'f1' };
  uploads.asked[0]?.respond({ code: 'success', message: '', payload: file });
  expect(await screen.findByRole('img')).toBeVisible();
  expect(screen.queryByText(text.photosMissing)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: text.reasons.lost }));
  await userEvent.type(screen.getByLabelText(text.partial), 'AB12');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked.filter(({ name }) => name === claimCode.path).map(({ fields }) => fields)).toEqual([
    { bookId: '1'.repeat(26), reason: 'lost', photoIds: ['f1'], partial: 'AB12', note: '' },
  ]);
});

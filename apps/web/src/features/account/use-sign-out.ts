import { signOut } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { endSession } from '../../platform/session/session.ts';
import { hasReaderDatabase } from '../../platform/storage/reader-database-flag.ts';
import { ownerNow } from '../../platform/storage/use-owner.ts';

/** Deletes the form drafts on this device, so that another user does not see them. A failure does not prevent sign-out. */
const forgetForms = async (owner: string): Promise<void> => {
  try {
    const { dropFormDrafts } = await import('../../platform/storage/form-drafts.ts');
    await dropFormDrafts(owner);
  } catch (error) {
    reportError(error);
  }
};

/** Deletes the keys of the books on this device, so that nobody reads them. A failure does not prevent sign-out. */
const lockOfflineBooks = async (owner: string): Promise<void> => {
  try {
    if (!hasReaderDatabase()) return;
    const [{ readerDatabase }, { forgetLeaseKeys }] = await Promise.all([
      import('../../platform/storage/reader-database.ts'),
      import('../../platform/storage/offline-books.ts'),
    ]);
    await forgetLeaseKeys(readerDatabase(), owner);
  } catch (error) {
    reportError(error);
  }
};

/** Returns a mutation that ends the session on the server and on this device. Without a network, it ends on this device only. */
export const useSignOut = (onSignedOut?: () => void | Promise<void>) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    // The server also ends the event stream of the session, and this page may know that before the response.
    onMutate: () => ownerNow(),
    mutationFn: () => call(signOut, {}),
    meta: { claims: true },
    onSettled: async (_response, _error, _input, owner = ownerNow()) => {
      await forgetForms(owner);
      await lockOfflineBooks(owner);
      await onSignedOut?.();
      endSession();
      queryClient.clear();
    },
  });
  return { signOut: () => mutate(), signingOut: isPending };
};

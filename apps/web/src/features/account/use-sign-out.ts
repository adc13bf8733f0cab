import { signOut as signOutOperation } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { endSession } from '../../platform/session/session.ts';
import { ownerNow } from '../../platform/storage/use-owner.ts';

/** Words left in forms are for nobody else's eyes. That they could not be thrown away keeps nobody signed in. */
const forgetForms = async (): Promise<void> => {
  try {
    const { dropFormDrafts } = await import('../../platform/storage/form-drafts.ts');
    await dropFormDrafts(ownerNow());
  } catch (error) {
    reportError(error);
  }
};

/** Ends the session on the server and on this device. Without a network it still ends here. */
export const useSignOut = (onSignedOut?: () => void | Promise<void>) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(signOutOperation, {}),
    meta: { claims: true },
    onSettled: async () => {
      await forgetForms();
      await onSignedOut?.();
      endSession();
      queryClient.clear();
    },
  });
  return { signOut: () => mutate(), signingOut: isPending };
};

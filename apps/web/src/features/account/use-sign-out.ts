import { signOut as signOutOperation } from '@shufang/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { endSession } from '../../platform/session/session.ts';

/** Ends the session on the server and on this device. Without a network it still ends here. */
export const useSignOut = (onSignedOut?: () => void | Promise<void>) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(signOutOperation, {}),
    meta: { claims: true },
    onSettled: async () => {
      await onSignedOut?.();
      endSession();
      queryClient.clear();
    },
  });
  return { signOut: () => mutate(), signingOut: isPending };
};

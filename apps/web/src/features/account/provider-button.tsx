/** Sign-in with a provider in this window: it navigates to the authorization page and returns. */
import type { SignInProvider } from '@shufang/contract';
import { Button, Stack } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { providerText } from '../../platform/messages/zh-cn/sign-in-providers.ts';
import { beginProvider } from './sign-in-proof.ts';

interface ProviderButtonProps {
  readonly provider: SignInProvider;
  /** The path of this site to which the window returns. */
  readonly returnTo: string;
}

export const ProviderButton = ({ provider, returnTo }: ProviderButtonProps) => {
  const text = providerText(provider);
  const leaving = useMutation({
    mutationFn: async () => {
      const { popupUrl } = await beginProvider(provider, returnTo);
      location.assign(popupUrl);
    },
    meta: { claims: true },
  });
  return (
    <Stack gap={8} marginBottom={16}>
      <Button isFullWidth size="md" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
        {text.title}
      </Button>
      {leaving.isError ? <p role="alert">{text.startFailed}</p> : null}
    </Stack>
  );
};

/** Sign-in inside the WeChat app: this window navigates to WeChat's consent page and returns. */
import { Button, Stack } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { beginProvider } from './sign-in-proof.ts';

/** Button that starts the sign-in. `returnTo`: the path of this site to which the window returns. */
export const ProviderButton = ({ returnTo, label = signInText.wechatHere }: { returnTo: string; label?: string }) => {
  const leaving = useMutation({
    mutationFn: async () => {
      const { popupUrl } = await beginProvider(returnTo);
      location.assign(popupUrl);
    },
    meta: { claims: true },
  });
  return (
    <Stack gap={8} marginBottom={16}>
      <Button isFullWidth size="md" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
        {label}
      </Button>
      {leaving.isError ? <p role="alert">{signInText.wechatFailedHere}</p> : null}
    </Stack>
  );
};

/** Shows the toasts that were broadcast. */
import { Toaster } from '@shufang/ui';
import { shellText } from '../../platform/messages/zh-cn/shell.ts';
import { useToasts } from './use-toasts.ts';

export const Toasts = () => {
  const { shown, dismiss } = useToasts();
  return <Toaster toasts={shown} onDismiss={dismiss} dismissLabel={shellText.close} />;
};

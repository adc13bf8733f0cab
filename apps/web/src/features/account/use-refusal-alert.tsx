/**
 * The alert 业务验证不通过 (business verification failed; specification.md §8), for a call that the server refused although it accepted the
 * slider. The reason is shown at its field after the user has confirmed the alert, so that one message is shown at a time.
 */
import { AlertDialog } from '@shufang/ui';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../platform/api/api-error.ts';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';

/** Shows the alert if it applies to the error; `showReason` shows the reason, at once or after the alert. */
export type ShowRefusal = (error: unknown, showReason: () => void) => void;

/** Returns whether the server accepted the solution of the slider but refused the call. A wrong solution has an alert of its own. */
const isRefusedBehindSlider = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.kind === 'refused' &&
  error.code !== 'account.sliderWrong' &&
  error.code !== 'account.secondFactorRequired';

export const useRefusalAlert = (): { readonly alert: ReactNode; readonly showRefusal: ShowRefusal } => {
  const [pending, setPending] = useState<{ readonly showReason: () => void }>();
  const handleConfirm = (): void => {
    // The alert returns the focus when it closes, so it is closed before the reason moves the focus to its field.
    flushSync(() => setPending(undefined));
    pending?.showReason();
  };
  return {
    alert:
      pending === undefined ? null : (
        <AlertDialog title={signInText.alertTitle} confirmLabel={signInText.alertConfirm} onConfirm={handleConfirm}>
          {signInText.businessRefused}
        </AlertDialog>
      ),
    showRefusal: (error, showReason) => {
      if (isRefusedBehindSlider(error)) setPending({ showReason });
      else showReason();
    },
  };
};

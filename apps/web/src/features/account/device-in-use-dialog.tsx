/** Dialog that asks during a sign-in whether another device may be signed out; states which one it is and when it was last used. */
import { ConfirmDialog } from '@shufang/ui';
import { signInText } from '../../platform/messages/zh-cn/sign-in.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import styles from './device-in-use-dialog.module.css';
import { useDeviceQuestion } from './sign-in-steps.ts';

export const DeviceInUseDialog = () => {
  const question = useDeviceQuestion((state) => state.question);
  if (question === undefined) return null;
  const { name, lastSeenAt, askedAt, decide } = question;
  return (
    <ConfirmDialog
      title={signInText.deviceInUseTitle}
      confirmLabel={signInText.replaceContinue}
      cancelLabel={signInText.replaceCancel}
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      <dl className={styles.device}>
        <dt>{signInText.deviceInUseDevice}</dt>
        <dd>{name || userCenterText.unknownDevice}</dd>
        <dt>{signInText.deviceInUseLastSeen}</dt>
        <dd>{userCenterText.ago(lastSeenAt, askedAt)}</dd>
      </dl>
      <p>{signInText.deviceInUseLead}</p>
    </ConfirmDialog>
  );
};

/** Dialog that releases a code: shows the rule for releasing codes, then asks for confirmation. */
import { type BoundCode, releaseActivationCode } from '@shufang/contract';
import { buttonClass, Cluster, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { codesText } from '../../platform/messages/zh-cn/codes.ts';
import styles from './activation-code.module.css';
import { refreshRights } from './queries.ts';

export const ReleaseDialog = ({ code, onClose }: { code: BoundCode; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const { allowed, reason } = code.release;
  const releasing = useMutation({
    mutationFn: () => call(releaseActivationCode, { codeId: code.id }),
    onSuccess: onClose,
    onSettled: () => refreshRights(queryClient),
  });
  return (
    <ModalDialog title={codesText.releaseTitle} onClose={onClose}>
      <p>{codesText.releaseLead(code.last4)}</p>
      <p className={allowed ? styles.warning : styles.obstacle}>{reason}</p>
      <Cluster gap={12} align="center" justify="end" marginTop={16}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {allowed ? codesText.cancel : codesText.close}
        </button>
        {allowed ? (
          <button type="button" className={buttonClass('danger')} disabled={releasing.isPending} onClick={() => releasing.mutate()}>
            {releasing.isPending ? codesText.releasing : codesText.releaseConfirm}
          </button>
        ) : null}
      </Cluster>
    </ModalDialog>
  );
};

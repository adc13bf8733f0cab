/** Notice above a form that shows a restored draft, with a button to discard it. */
import { Cluster, TextButton } from '@shufang/ui';
import { recordsText } from '../messages/zh-cn/records.ts';
import styles from './restored-draft-notice.module.css';

export const RestoredDraftNotice = ({ isRestored, onGiveUp: onDiscard }: { isRestored: boolean; onGiveUp: () => void }) =>
  isRestored ? (
    <Cluster role="status" as="p" gap={[4, 16]} align="center" size={14} className={styles.notice}>
      {recordsText.draftRestored}
      <TextButton type="button" flush size="inherit" underline onClick={onDiscard}>
        {recordsText.discardDraft}
      </TextButton>
    </Cluster>
  ) : null;

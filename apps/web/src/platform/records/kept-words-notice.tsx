/** Over a form that shows words of another visit: what was not saved stands there again, and can be given up. */
import { deskText } from '../messages/zh-cn/desk.ts';
import styles from './kept-words-notice.module.css';

export const KeptWordsNotice = ({ isRestored, onGiveUp }: { isRestored: boolean; onGiveUp: () => void }) =>
  isRestored ? (
    <p role="status" className={styles.notice}>
      {deskText.keptWords}
      <button type="button" className={styles.giveUp} onClick={onGiveUp}>
        {deskText.giveUpWords}
      </button>
    </p>
  ) : null;

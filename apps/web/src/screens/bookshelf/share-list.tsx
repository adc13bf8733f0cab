/** A list of favourites to hand on as words: to copy, to mark by hand where a browser copies nothing, or by the device's own way to share. */
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useId, useState } from 'react';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookshelfText as text } from '../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

interface ShareListProps {
  readonly title: string;
  readonly entries: readonly string[];
  readonly onClose: () => void;
}

export const ShareList = ({ title, entries, onClose }: ShareListProps) => {
  const id = useId();
  const [name, setName] = useState(title);
  const words = [name.trim(), ...entries].filter(Boolean).join('\n\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(words);
      broadcast('toast', { kind: 'success', text: text.listCopied(entries.length) });
      onClose();
    } catch {
      // No clipboard on plain http, or the person forbids it: the words stand there to be marked by hand.
      broadcast('toast', { kind: 'info', text: text.copyFailed });
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title: name, text: words });
      onClose();
    } catch {
      // The person changed their mind: the list is still here.
    }
  };
  return (
    <ModalDialog title={text.shareList} onClose={onClose}>
      <div className={styles.share}>
        <label htmlFor={`${id}-name`}>{text.listName}</label>
        <input id={`${id}-name`} className={styles.input} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        <label htmlFor={`${id}-words`}>{text.listWords(entries.length)}</label>
        <textarea
          id={`${id}-words`}
          className={styles.words}
          rows={8}
          readOnly
          value={words}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={styles.shareActions}>
          <button type="button" className={buttonClass('quiet')} onClick={onClose}>
            {text.cancel}
          </button>
          {'share' in navigator ? (
            <button type="button" className={buttonClass('quiet')} onClick={() => void share()}>
              {text.shareBy}
            </button>
          ) : null}
          <button type="button" className={buttonClass()} onClick={() => void copy()}>
            {text.copyList}
          </button>
        </p>
      </div>
    </ModalDialog>
  );
};

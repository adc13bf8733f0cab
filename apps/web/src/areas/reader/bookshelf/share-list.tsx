/** Dialog that shares a list of favorites as text: copied to the clipboard, passed to the device's share dialog, or selected by hand. */
import { buttonClass, ModalDialog, TextAreaField, TextField } from '@shufang/ui';
import { useState } from 'react';
import { broadcast } from '../../../platform/events/broadcasts.ts';
import { bookshelfText as text } from '../../../platform/messages/zh-cn/bookshelf.ts';
import styles from './shelf-controls.module.css';

interface ShareListProps {
  readonly title: string;
  readonly entries: readonly string[];
  readonly onClose: () => void;
}

export const ShareList = ({ title, entries, onClose }: ShareListProps) => {
  const [name, setName] = useState(title);
  const listText = [name.trim(), ...entries].filter(Boolean).join('\n\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(listText);
      broadcast('toast', { kind: 'success', text: text.listCopied(entries.length) });
      onClose();
    } catch {
      // The browser offers no clipboard on plain HTTP or without permission; the user can select and copy the text.
      broadcast('toast', { kind: 'info', text: text.copyFailed });
    }
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.share({ title: name, text: listText });
      onClose();
    } catch {
      // The user canceled the device's share dialog; our dialog stays open.
    }
  };
  return (
    <ModalDialog title={text.shareList} onClose={onClose}>
      <div className={styles.share}>
        <TextField variant="soft" label={text.listName} value={name} maxLength={60} onChange={setName} />
        <TextAreaField
          variant="soft"
          className={styles.text}
          label={text.listText(entries.length)}
          rows={8}
          readOnly
          value={listText}
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

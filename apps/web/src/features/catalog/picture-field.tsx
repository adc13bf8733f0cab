/** A picture an editor may give: shown, chosen and cut to shape, taken away. It is saved with what it belongs to. */
import { buttonClass } from '@shufang/ui';
import { useState } from 'react';
import styles from './desk-collections.module.css';
import { PictureDialog } from './picture-dialog.tsx';

/** `fileId` undefined: as it was; null: none. */
export interface PictureChoice {
  readonly fileId: string | null | undefined;
  /** Address of what is shown; undefined: nothing. */
  readonly shown: string | undefined;
}

interface PictureFieldProps {
  readonly choice: PictureChoice;
  /** Of what is cut out, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly words: { readonly title: string; readonly hint: string; readonly choose: string; readonly remove: string; readonly alt: string };
  readonly onChoose: (choice: PictureChoice) => void;
}

export const PictureField = ({ choice, size, words, onChoose }: PictureFieldProps) => {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles.picture}>
      {choice.shown === undefined ? null : <img src={choice.shown} width={size.width} height={size.height} alt={words.alt} />}
      <div className={styles.pictureVerbs}>
        <button type="button" className={buttonClass('quiet')} onClick={() => setChoosing(true)}>
          {words.choose}
        </button>
        {choice.shown === undefined ? null : (
          <button type="button" className={styles.textButton} onClick={() => onChoose({ fileId: null, shown: undefined })}>
            {words.remove}
          </button>
        )}
        <p className={styles.hint}>{words.hint}</p>
      </div>
      {isChoosing ? (
        <PictureDialog
          title={words.title}
          size={size}
          onTake={(fileId, preview) => onChoose({ fileId, shown: preview })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  );
};

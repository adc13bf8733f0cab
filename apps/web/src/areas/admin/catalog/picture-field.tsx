/** Field for an optional image: shows, selects, crops and removes it. Saved together with the record it belongs to. */
import { buttonClass, Cluster, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import styles from './admin-collections.module.css';
import { PictureDialog } from './picture-dialog.tsx';

/** What the user chose for the image. `fileId`: the uploaded file; undefined keeps the current image, null removes it. */
export interface PictureChoice {
  readonly fileId: string | null | undefined;
  /** URL of the displayed image; undefined if there is no image. */
  readonly shown: string | undefined;
}

interface PictureFieldProps {
  readonly choice: PictureChoice;
  /** Size of the cropped image, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly texts: { readonly title: string; readonly hint: string; readonly choose: string; readonly remove: string; readonly alt: string };
  readonly onChoose: (choice: PictureChoice) => void;
}

export const PictureField = ({ choice, size, texts, onChoose }: PictureFieldProps) => {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Cluster align="start" className={styles.picture}>
      {choice.shown === undefined ? null : <img src={choice.shown} width={size.width} height={size.height} alt={texts.alt} />}
      <Cluster gap={[8, 12]} align="center">
        <button type="button" className={buttonClass('quiet')} onClick={() => setChoosing(true)}>
          {texts.choose}
        </button>
        {choice.shown === undefined ? null : (
          <TextButton type="button" className={styles.textButton} onClick={() => onChoose({ fileId: null, shown: undefined })}>
            {texts.remove}
          </TextButton>
        )}
        <Text as="p" size={13} tone="faint" className={styles.hint}>
          {texts.hint}
        </Text>
      </Cluster>
      {isChoosing ? (
        <PictureDialog
          title={texts.title}
          size={size}
          onSelect={(fileId, preview) => onChoose({ fileId, shown: preview })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Cluster>
  );
};

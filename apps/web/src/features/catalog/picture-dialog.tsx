/** Chooses a picture, cuts the wanted shape out of it, uploads that and hands on its file. By pointer, touch and keyboard. */
import { LIMITS, uploadImage } from '@shufang/contract';
import { buttonClass, cutFile, ModalDialog, PictureCrop, WHOLE } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { PICTURE_TYPES } from '../../platform/api/picture-types.ts';
import { upload } from '../../platform/api/upload.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './picture-dialog.module.css';

const text = deskCatalogueText.picture;

interface PictureDialogProps {
  readonly title: string;
  /** Of what is cut out, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Takes the uploaded file; `preview` shows it until it is saved with what it belongs to. */
  readonly onTake: (fileId: string, preview: string) => Promise<unknown> | void;
  readonly onClose: () => void;
}

export const PictureDialog = ({ title, size, onTake, onClose }: PictureDialogProps) => {
  const input = useRef<HTMLInputElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState(WHOLE);
  const [fault, setFault] = useState<string>();
  useEffect(() => () => picture?.close(), [picture]);
  const taking = useMutation({
    mutationFn: async (chosen: HTMLCanvasElement) => {
      const { id } = await upload(uploadImage, { purpose: 'image' }, await cutFile(chosen, 'picture.png'));
      await onTake(id, chosen.toDataURL('image/webp'));
    },
    onSuccess: onClose,
  });
  const handleChoice = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file === undefined) return;
    if (file.size > LIMITS.imageBytes) return setFault(text.tooLarge);
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
      setCrop(WHOLE);
      setFault(undefined);
    } catch {
      // Not a picture, or one this browser does not know.
      setFault(text.unreadable);
    }
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label={text.choose}
        onChange={(event) => void handleChoice(event)}
      />
      {picture === undefined ? (
        <p>{text.rule}</p>
      ) : (
        <PictureCrop
          picture={picture}
          crop={crop}
          onCropChange={setCrop}
          canvas={canvas}
          size={size}
          label={text.view}
          hint={text.hint}
          zoomLabel={text.zoom}
        />
      )}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.cancel}
        </button>
        <button type="button" className={buttonClass(picture ? 'quiet' : 'main')} onClick={() => input.current?.click()}>
          {picture ? text.another : text.choose}
        </button>
        {picture ? (
          <button
            type="button"
            className={buttonClass()}
            aria-disabled={taking.isPending}
            onClick={() => {
              if (canvas.current && !taking.isPending) taking.mutate(canvas.current);
            }}
          >
            {text.take}
          </button>
        ) : null}
      </div>
    </ModalDialog>
  );
};

/** Dialog that selects an image, crops it, uploads it and returns the file. Works with pointer, touch and keyboard. */
import { LIMITS, uploadImage } from '@shufang/contract';
import { buttonClass, Cluster, cutFile, FileButton, ModalDialog, PictureCrop, Text, WHOLE } from '@shufang/ui';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PICTURE_TYPES } from '../../../platform/api/picture-types.ts';
import { upload } from '../../../platform/api/upload.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';

const text = adminCatalogText.picture;

interface PictureDialogProps {
  readonly title: string;
  /** Size of the cropped image, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** Called with the uploaded file; `preview` is shown until the record with the file is saved. */
  readonly onSelect: (fileId: string, preview: string) => Promise<unknown> | void;
  readonly onClose: () => void;
}

export const PictureDialog = ({ title, size, onSelect, onClose }: PictureDialogProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState(WHOLE);
  const [errorText, setErrorText] = useState<string>();
  useEffect(() => () => picture?.close(), [picture]);
  const taking = useMutation({
    mutationFn: async (chosen: HTMLCanvasElement) => {
      const { id } = await upload(uploadImage, { purpose: 'image' }, await cutFile(chosen, 'picture.png'));
      await onSelect(id, chosen.toDataURL('image/webp'));
    },
    onSuccess: onClose,
  });
  const handleFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > LIMITS.imageBytes) return setErrorText(text.tooLarge);
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
      setCrop(WHOLE);
      setErrorText(undefined);
    } catch {
      // Loading fails if the file is not an image or has a format that this browser does not support.
      setErrorText(text.unreadable);
    }
  };
  return (
    <ModalDialog title={title} onClose={onClose}>
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
      {errorText === undefined ? null : (
        <Text as="p" size={13} tone="accent" marginTop={8} role="alert">
          {errorText}
        </Text>
      )}
      <Cluster gap={12} justify="end" marginTop={16}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {text.cancel}
        </button>
        <FileButton
          className={buttonClass(picture ? 'quiet' : 'main')}
          label={text.choose}
          accept={PICTURE_TYPES}
          onFiles={([file]) => void handleFile(file)}
        >
          {picture ? text.another : text.choose}
        </FileButton>
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
      </Cluster>
    </ModalDialog>
  );
};

/** Chooses a picture, the square of it that is shown, and sends that. Works by pointer, touch and keyboard. */
import { LIMITS, setUserInfo, type UserInfo, uploadImage } from '@shufang/contract';
import { buttonClass, ModalDialog } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { PICTURE_TYPES } from '../../platform/api/picture-types.ts';
import { upload } from '../../platform/api/upload.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { type Crop, insidePicture, movedBy, squareOf, WHOLE, ZOOM_MAX } from './crop-square.ts';
import { keepUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

/** How far one key press goes: a part of the view, and of the zoom. */
const STEP = 0.05;
const ZOOM_STEP = 0.1;

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP };

const draw = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void => {
  const { x, y, side } = squareOf(crop, picture);
  canvas.width = LIMITS.avatarPixels;
  canvas.height = LIMITS.avatarPixels;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
};

const fileOf = (canvas: HTMLCanvasElement): Promise<File> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the canvas gave no picture'));
      else resolve(new File([blob], 'avatar.png', { type: 'image/png' }));
    }, 'image/png');
  });

interface CropViewProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onCropChange: (crop: Crop) => void;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
}

const CropView = ({ picture, crop, onCropChange, canvas }: CropViewProps) => {
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [canvas, picture, crop]);
  const handlePointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    onCropChange(movedBy(crop, event.movementX / width, event.movementY / width, picture));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (move === undefined && zoom === undefined) return;
    event.preventDefault();
    if (move) onCropChange(movedBy(crop, ...move, picture));
    if (zoom) onCropChange(insidePicture({ ...crop, zoom: crop.zoom + zoom }, picture));
  };
  return (
    <>
      <button
        type="button"
        className={styles.crop}
        aria-label={userCenterText.avatarPicture}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handlePointerMove}
        onKeyDown={handleKey}
      >
        <canvas ref={canvas} />
      </button>
      <p className={`${styles.hint} ${styles.centred}`}>{userCenterText.avatarHint}</p>
      <label className={styles.zoom}>
        {userCenterText.zoom}
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => onCropChange(insidePicture({ ...crop, zoom: Number(event.target.value) }, picture))}
        />
      </label>
    </>
  );
};

interface AvatarDialogProps {
  readonly user: UserInfo;
  readonly onClose: () => void;
}

export const AvatarDialog = ({ user, onClose }: AvatarDialogProps) => {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState(WHOLE);
  const [fault, setFault] = useState<string>();
  useEffect(() => () => picture?.close(), [picture]);

  const saving = useMutation({
    mutationFn: async (chosen: HTMLCanvasElement | null) => {
      if (chosen === null) return call(setUserInfo, { avatarFileId: null });
      const { id } = await upload(uploadImage, { purpose: 'avatar' }, await fileOf(chosen));
      return call(setUserInfo, { avatarFileId: id });
    },
    onSuccess: (saved) => {
      keepUserInfo(queryClient, saved);
      onClose();
    },
  });
  const handleChoice = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (file === undefined) return;
    if (file.size > LIMITS.avatarBytes) return setFault(userCenterText.avatarTooLarge);
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
      setCrop(WHOLE);
      setFault(undefined);
    } catch {
      // Not a picture, or one this browser does not know.
      setFault(userCenterText.avatarUnreadable);
    }
  };
  const choose = (): void => input.current?.click();
  return (
    <ModalDialog title={userCenterText.avatarTitle} onClose={onClose}>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label={userCenterText.chooseAvatar}
        onChange={(event) => void handleChoice(event)}
      />
      {picture ? <CropView picture={picture} crop={crop} onCropChange={setCrop} canvas={canvas} /> : <p>{userCenterText.avatarRule}</p>}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.dialogActions}>
        {user.avatar !== '' && picture === undefined ? (
          <button type="button" className={buttonClass('quiet')} disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            {userCenterText.removeAvatar}
          </button>
        ) : null}
        <button type="button" className={buttonClass(picture ? 'quiet' : 'main')} onClick={choose}>
          {picture ? userCenterText.chooseAnother : userCenterText.chooseAvatar}
        </button>
        {picture ? (
          <button type="button" className={buttonClass()} disabled={saving.isPending} onClick={() => saving.mutate(canvas.current)}>
            {userCenterText.takeAvatar}
          </button>
        ) : null}
      </div>
    </ModalDialog>
  );
};

/** Chooses a picture, the square of it that is shown, and sends that. Works by pointer, touch and keyboard. */
import { LIMITS, setUserInfo, type UserInfo, uploadImage } from '@shufang/contract';
import { buttonClass, cutFile, ModalDialog, PictureCrop, WHOLE } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { PICTURE_TYPES } from '../../platform/api/picture-types.ts';
import { upload } from '../../platform/api/upload.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { keepUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

const SIZE = { width: LIMITS.avatarPixels, height: LIMITS.avatarPixels };

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
      const { id } = await upload(uploadImage, { purpose: 'avatar' }, await cutFile(chosen, 'avatar.png'));
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
      {picture ? (
        <PictureCrop
          picture={picture}
          crop={crop}
          onCropChange={setCrop}
          canvas={canvas}
          size={SIZE}
          shape="round"
          label={userCenterText.avatarPicture}
          hint={userCenterText.avatarHint}
          zoomLabel={userCenterText.zoom}
        />
      ) : (
        <p>{userCenterText.avatarRule}</p>
      )}
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

/** Dialog that selects an avatar image, crops a square and uploads it. Works with pointer, touch and keyboard. */
import { LIMITS, setUserInfo, type UserInfo, uploadImage } from '@shufang/contract';
import { buttonClass, Cluster, cutFile, FileButton, ModalDialog, PictureCrop, Row, WHOLE } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { PICTURE_TYPES } from '../../platform/api/picture-types.ts';
import { upload } from '../../platform/api/upload.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { cacheUserInfo } from './profile-queries.ts';
import { UserAvatar } from './user-avatar.tsx';
import styles from './user-center.module.css';

const SIZE = { width: LIMITS.avatarPixels, height: LIMITS.avatarPixels };

interface AvatarDialogProps {
  readonly user: UserInfo;
  readonly onClose: () => void;
}

export const AvatarDialog = ({ user, onClose }: AvatarDialogProps) => {
  const queryClient = useQueryClient();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState(WHOLE);
  const [errorText, setErrorText] = useState<string>();
  useEffect(() => () => picture?.close(), [picture]);

  const saving = useMutation({
    mutationFn: async (chosen: HTMLCanvasElement | null) => {
      if (chosen === null) return call(setUserInfo, { properties: { avatarFileId: null } });
      const { id } = await upload(uploadImage, { purpose: 'avatar' }, await cutFile(chosen, 'avatar.png'));
      return call(setUserInfo, { avatarFileId: id });
    },
    onSuccess: (saved) => {
      cacheUserInfo(queryClient, saved);
      onClose();
    },
  });
  const handleFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > LIMITS.avatarBytes) return setErrorText(userCenterText.avatarTooLarge);
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
      setCrop(WHOLE);
      setErrorText(undefined);
    } catch {
      // Loading fails if the file is not an image or has a format that this browser does not support.
      setErrorText(userCenterText.avatarUnreadable);
    }
  };
  return (
    <ModalDialog title={userCenterText.avatarTitle} onClose={onClose}>
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
        <Row gap={16} align="center">
          <span className={styles.currentAvatar}>
            <UserAvatar address={user.avatar || undefined} sizePx={72} />
          </span>
          <p>{userCenterText.avatarRule}</p>
        </Row>
      )}
      {errorText === undefined ? null : (
        <p className={styles.error} role="alert">
          {errorText}
        </p>
      )}
      <Cluster gap={12} justify="end" marginTop={8}>
        <button type="button" className={buttonClass('quiet')} onClick={onClose}>
          {userCenterText.cancel}
        </button>
        {user.avatar !== '' && picture === undefined ? (
          <button type="button" className={buttonClass('quiet')} disabled={saving.isPending} onClick={() => saving.mutate(null)}>
            {userCenterText.removeAvatar}
          </button>
        ) : null}
        <FileButton
          className={buttonClass(picture ? 'quiet' : 'main')}
          label={userCenterText.chooseAvatar}
          accept={PICTURE_TYPES}
          onFiles={([file]) => void handleFile(file)}
        >
          {picture ? userCenterText.chooseAnother : userCenterText.chooseAvatar}
        </FileButton>
        {picture ? (
          <button type="button" className={buttonClass()} disabled={saving.isPending} onClick={() => saving.mutate(canvas.current)}>
            {userCenterText.takeAvatar}
          </button>
        ) : null}
      </Cluster>
    </ModalDialog>
  );
};

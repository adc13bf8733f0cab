/** The user's nickname, editable inline. */
import { nickname, setUserInfo, type UserInfo } from '@shufang/contract';
import { buttonClass, Cluster, Grid, Input } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../platform/api/client.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { cacheUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

const nicknameFields = z.object({ nickname });

const NicknameForm = ({ user, onDone }: { user: UserInfo; onDone: () => void }) => {
  const queryClient = useQueryClient();
  const errorId = useId();
  const form = useForm({ initial: { nickname: user.nickname }, schema: nicknameFields });
  const isInvalid = form.errors.nickname !== undefined;
  // The field appears when the user starts to edit the nickname, so it takes the focus.
  const focusField = useEffectEvent(() => form.setFocus('nickname'));
  useEffect(() => focusField(), []);
  const saving = useMutation({
    mutationFn: (fields: z.output<typeof nicknameFields>) => call(setUserInfo, fields),
    onSuccess: (saved) => {
      cacheUserInfo(queryClient, saved);
      onDone();
    },
  });
  const handleSubmit = form.handleSubmit((fields) => {
    if (!saving.isPending) saving.mutate(fields);
  });
  return (
    <Grid as="form" gap={8} align="start" className={styles.nameForm} noValidate onSubmit={handleSubmit}>
      <Input
        className={styles.input}
        aria-label={userCenterText.nickname}
        aria-invalid={isInvalid}
        aria-describedby={isInvalid ? errorId : undefined}
        maxLength={60}
        {...form.register('nickname')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
      <button type="submit" className={buttonClass()} disabled={saving.isPending}>
        {userCenterText.save}
      </button>
      <button type="button" className={buttonClass('quiet')} onClick={onDone}>
        {userCenterText.cancel}
      </button>
      {isInvalid ? (
        <p id={errorId} className={styles.error} role="alert">
          {userCenterText.nicknameRule}
        </p>
      ) : null}
    </Grid>
  );
};

export const NicknameLine = ({ user }: { user: UserInfo }) => {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isEditing) {
    return (
      <NicknameForm
        user={user}
        onDone={() => {
          setEditing(false);
          requestAnimationFrame(() => button.current?.focus());
        }}
      />
    );
  }
  return (
    <Cluster gap={[4, 12]} align="baseline">
      <h2 className={styles.name}>{user.nickname}</h2>
      <button ref={button} type="button" className={styles.textButton} onClick={() => setEditing(true)}>
        {userCenterText.editNickname}
      </button>
    </Cluster>
  );
};

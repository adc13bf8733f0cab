/** The user's nickname, editable inline. */
import { nickname, setUserInfo, type UserInfo } from '@shufang/contract';
import { buttonClass, Cluster, Grid, Input } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { cacheUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

const NicknameForm = ({ user, onDone }: { user: UserInfo; onDone: () => void }) => {
  const queryClient = useQueryClient();
  const errorId = useId();
  const [text, setText] = useState(user.nickname);
  const [isFaulty, setFaulty] = useState(false);
  const saving = useMutation({
    mutationFn: (name: string) => call(setUserInfo, { nickname: name }),
    onSuccess: (saved) => {
      cacheUserInfo(queryClient, saved);
      onDone();
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const name = nickname.safeParse(text);
    setFaulty(!name.success);
    if (name.success) saving.mutate(name.data);
  };
  return (
    <Grid as="form" gap={8} align="start" className={styles.nameForm} onSubmit={handleSubmit}>
      <Input
        className={styles.input}
        aria-label={userCenterText.nickname}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? errorId : undefined}
        // The field appears when the user starts to edit the nickname, so it takes the focus.
        ref={(input) => input?.focus()}
        maxLength={60}
        value={text}
        onChange={setText}
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
      {isFaulty ? (
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

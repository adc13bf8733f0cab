/** The person's nickname, to be changed in place. */
import { nickname, setUserInfo, type UserInfo } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { keepUserInfo } from './profile-queries.ts';
import styles from './user-center.module.css';

const NicknameForm = ({ user, onDone }: { user: UserInfo; onDone: () => void }) => {
  const queryClient = useQueryClient();
  const faultId = useId();
  const [text, setText] = useState(user.nickname);
  const [isFaulty, setFaulty] = useState(false);
  const saving = useMutation({
    mutationFn: (name: string) => call(setUserInfo, { nickname: name }),
    onSuccess: (saved) => {
      keepUserInfo(queryClient, saved);
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
    <form className={styles.nameForm} onSubmit={handleSubmit}>
      <input
        className={styles.input}
        aria-label={userCenterText.nickname}
        aria-invalid={isFaulty}
        aria-describedby={isFaulty ? faultId : undefined}
        // The person has just asked to type here.
        ref={(input) => input?.focus()}
        maxLength={60}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
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
        <p id={faultId} className={styles.fault} role="alert">
          {userCenterText.nicknameRule}
        </p>
      ) : null}
    </form>
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
    <div className={styles.nameLine}>
      <h2 className={styles.name}>{user.nickname}</h2>
      <button ref={button} type="button" className={styles.textButton} onClick={() => setEditing(true)}>
        {userCenterText.editNickname}
      </button>
    </div>
  );
};

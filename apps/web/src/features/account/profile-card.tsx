/** Who the person is here: picture, nickname, roles. */
import type { UserInfo } from '@shufang/contract';
import { IconCamera } from '@tabler/icons-react';
import { useState } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { useSession } from '../../platform/session/session.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { NicknameLine } from './nickname-line.tsx';
import { PersonPicture } from './person-picture.tsx';
import styles from './user-center.module.css';

export const ProfileCard = ({ user }: { user: UserInfo }) => {
  const [isChoosing, setChoosing] = useState(false);
  const role = useSession((session) => session.role) ?? 'reader';
  return (
    <section className={styles.profile} aria-label={userCenterText.profile}>
      <button type="button" className={styles.picture} aria-label={userCenterText.changeAvatar} onClick={() => setChoosing(true)}>
        <PersonPicture address={user.avatar === '' ? undefined : user.avatar} sizePx={88} />
        <span className={styles.pictureMark}>
          <IconCamera size={16} stroke={1.75} aria-hidden />
        </span>
      </button>
      <div>
        <NicknameLine user={user} />
        <p className={styles.about}>
          <span>{accountText.roleNames[role]}</span>
          <span>{userCenterText.joinedAt(user.createdAt)}</span>
        </p>
      </div>
      {isChoosing ? <AvatarDialog user={user} onClose={() => setChoosing(false)} /> : null}
    </section>
  );
};

/** Who the person is here: picture, nickname, roles. */
import type { UserInfo } from '@shufang/contract';
import { IconCamera } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { useSession } from '../../platform/session/session.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { NicknameLine } from './nickname-line.tsx';
import { PersonPicture } from './person-picture.tsx';
import { rolesQuery } from './queries.ts';
import { nameOfScope } from './scope-name.ts';
import styles from './user-center.module.css';

/** All roles of the person, each with the parts of the platform it is limited to; the highest alone until the server has said. */
const useRoleNames = (userId: string): string[] => {
  const highest = useSession((session) => session.role) ?? 'reader';
  const { data } = useQuery(rolesQuery(userId));
  const roles = data?.roles ?? [{ role: highest, scope: '' }];
  return [...new Set(roles.map(({ role }) => role))].map((role) => {
    const name = accountText.roleNames[role];
    const held = roles.filter((each) => each.role === role);
    if (held.some(({ scope }) => scope === '')) return name;
    return userCenterText.roleFor(name, [...new Set(held.flatMap((each) => nameOfScope(each) ?? []))]);
  });
};

export const ProfileCard = ({ user }: { user: UserInfo }) => {
  const [isChoosing, setChoosing] = useState(false);
  const roles = useRoleNames(user.id);
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
          <span>
            <span className="visually-hidden">{userCenterText.rolesLabel}</span>
            {roles.join(' · ')}
          </span>
          <span>{userCenterText.joinedAt(user.createdAt)}</span>
        </p>
      </div>
      {isChoosing ? <AvatarDialog user={user} onClose={() => setChoosing(false)} /> : null}
    </section>
  );
};

/** The user's profile: avatar, nickname, roles. */
import type { UserInfo } from '@shufang/contract';
import { IconCamera } from '@shufang/icons';
import { Cluster, Grid, Stack, TextButton } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountText } from '../../platform/messages/zh-cn/account.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { useSession } from '../../platform/session/session.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { NicknameLine } from './nickname-line.tsx';
import { rolesQuery } from './queries.ts';
import { nameOfScope } from './scope-name.ts';
import { UserAvatar } from './user-avatar.tsx';
import styles from './user-center.module.css';

/** Returns the names of the user's roles with their scopes; until these are loaded, only the highest role. */
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
    <Grid as="section" gap={24} align="center" className={styles.profile} aria-label={userCenterText.profile}>
      <TextButton
        type="button"
        flush
        size="inherit"
        tone="inherit"
        className={styles.picture}
        aria-label={userCenterText.changeAvatar}
        onClick={() => setChoosing(true)}
      >
        <UserAvatar address={user.avatar === '' ? undefined : user.avatar} sizePx={88} />
        <Stack as="span" placeItems="center" className={styles.pictureIcon}>
          <IconCamera size={16} stroke={1.75} aria-hidden />
        </Stack>
      </TextButton>
      <div>
        <NicknameLine user={user} />
        <Cluster as="p" gap={[4, 16]} size={14} tone="soft" marginTop={8}>
          <span>
            <span className="visually-hidden">{userCenterText.rolesLabel}</span>
            {roles.join(' · ')}
          </span>
          <span>{userCenterText.joinedAt(user.createdAt)}</span>
        </Cluster>
      </div>
      {isChoosing ? <AvatarDialog user={user} onClose={() => setChoosing(false)} /> : null}
    </Grid>
  );
};

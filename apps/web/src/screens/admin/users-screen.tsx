/** `/admin/users`: accounts and what they may do. */
import { DeskPeople } from '../../features/account/desk-people.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.users} lead={deskText.users.lead} permissions={['runPlatform']}>
    <DeskPeople />
  </DeskPage>
);

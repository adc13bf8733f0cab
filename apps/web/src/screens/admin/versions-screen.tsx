/** `/admin/versions`: versions of the applications. */
import { DeskVersions } from '../../features/release/desk-versions.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.versions} lead={deskText.versions.lead} permissions={['runPlatform']}>
    <DeskVersions />
  </DeskPage>
);

/** `/admin/audit`: what operators did. */
import { AuditList } from '../../features/audit/audit-list.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.audit} lead={deskText.audit.lead} permissions={['runPlatform']}>
    <AuditList />
  </DeskPage>
);

/** `/admin/errata`: faults that readers found. */
import { DeskErrata } from '../../features/errata/desk-errata.tsx';
import { errataText } from '../../platform/messages/zh-cn/readers-say.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={errataText.deskTitle} lead={errataText.deskLead} permissions={['publishBook']}>
    <DeskErrata />
  </DeskPage>
);

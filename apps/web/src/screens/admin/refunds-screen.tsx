/** `/admin/refunds`: money that is asked back. */
import { DeskRefunds } from '../../features/orders/desk-refunds.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.refunds} lead={deskOrdersText.refunds.lead} permissions={['approveRefund']}>
    <DeskRefunds />
  </DeskPage>
);

/** `/admin/orders`: all orders. */
import { DeskOrders } from '../../features/orders/desk-orders.tsx';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskText.entries.orders} lead={deskOrdersText.orders.lead} permissions={['approveRefund']}>
    <DeskOrders />
  </DeskPage>
);

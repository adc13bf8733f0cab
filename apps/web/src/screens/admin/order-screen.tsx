/** `/admin/orders/:no`: everything about one order. */
import { buttonClass } from '@shufang/ui';
import { Link, useParams } from 'react-router';
import { DeskOrder } from '../../features/orders/desk-order.tsx';
import { deskOrdersText } from '../../platform/messages/zh-cn/desk-orders.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => {
  const { no = '' } = useParams();
  return (
    <DeskPage
      title={deskOrdersText.order.title}
      permissions={['approveRefund']}
      actions={
        <Link to="/admin/orders" className={buttonClass('quiet')}>
          {deskOrdersText.order.toList}
        </Link>
      }
    >
      <DeskOrder no={no} />
    </DeskPage>
  );
};

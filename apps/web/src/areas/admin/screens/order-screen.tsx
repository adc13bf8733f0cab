/** `/admin/orders/:no`: one order. */
import { buttonClass } from '@shufang/ui';
import { Link, useParams } from 'react-router';
import { adminOrdersText } from '../../../platform/messages/zh-cn/admin-orders.ts';
import { AdminOrder } from '../orders/admin-order.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => {
  const { no = '' } = useParams();
  return (
    <AdminPage
      title={adminOrdersText.order.title}
      actions={
        <Link to="/admin/orders" className={buttonClass('quiet')}>
          {adminOrdersText.order.toList}
        </Link>
      }
    >
      <AdminOrder no={no} />
    </AdminPage>
  );
};

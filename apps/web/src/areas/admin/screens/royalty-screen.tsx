/** `/admin/royalties/:id`: one royalty statement. */
import { buttonClass } from '@shufang/ui';
import { Link, useParams } from 'react-router';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminStatement } from '../royalty/admin-statement.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => {
  const { id = '' } = useParams();
  return (
    <AdminPage
      title={screenTitle.adminRoyalty}
      actions={
        <Link to="/admin/royalties" className={buttonClass('quiet')}>
          {royaltyText.admin.toList}
        </Link>
      }
    >
      <AdminStatement id={id} />
    </AdminPage>
  );
};

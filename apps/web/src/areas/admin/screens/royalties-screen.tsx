/** `/admin/royalties`: royalty statements of all contributors. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { royaltyText } from '../../../platform/messages/zh-cn/royalty.ts';
import { screenTitle } from '../../../platform/messages/zh-cn/shell.ts';
import { AdminStatements, MakeButton } from '../royalty/admin-statements.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage
    title={screenTitle.adminRoyalties}
    lead={royaltyText.admin.lead}
    actions={
      <Link to="/admin/royalty-books" className={buttonClass('quiet')}>
        {royaltyText.admin.toBooks}
      </Link>
    }
  >
    <p>
      <MakeButton />
    </p>
    <AdminStatements />
  </AdminPage>
);

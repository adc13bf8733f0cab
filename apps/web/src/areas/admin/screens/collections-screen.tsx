/** `/admin/collections`: series, topics, book lists and textbook plans. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { useMayWhole } from '../../../features/account/for-operators.tsx';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { AdminCollections } from '../catalog/admin-collections.tsx';
import { AdminPage } from './admin-page.tsx';

const text = adminCatalogText.collections;

/** Collections of all publishers have one common order, so only operators whose role is not limited to a publisher may change it. */
const Collections = () => <AdminCollections mayArrange={useMayWhole('curate') === true} />;

export const Component = () => (
  <AdminPage
    title={text.title}
    lead={text.lead}
    actions={
      <Link to="/admin/collections/new" className={buttonClass()}>
        {text.create}
      </Link>
    }
  >
    <Collections />
  </AdminPage>
);

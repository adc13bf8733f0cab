/** `/admin/home`: the slots of the home page. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { AdminHomeSlots } from '../catalog/admin-home-slots.tsx';
import { AdminPage } from './admin-page.tsx';

const text = adminCatalogText.home;

export const Component = () => (
  <AdminPage
    title={text.title}
    lead={text.lead}
    actions={
      <Link to="/?preview=now" className={buttonClass('quiet')}>
        {text.preview}
      </Link>
    }
  >
    <AdminHomeSlots />
  </AdminPage>
);

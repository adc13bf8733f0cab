/** `/admin/categories`: the category trees. */

import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { AdminCategories } from '../catalog/admin-categories.tsx';
import { AdminPage } from './admin-page.tsx';

export const Component = () => (
  <AdminPage title={adminCatalogText.categories.title} lead={adminCatalogText.categories.lead}>
    <AdminCategories />
  </AdminPage>
);

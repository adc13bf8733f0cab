/** `/admin/categories`: the tree of disciplines. */
import { DeskCategories } from '../../features/catalog/desk-categories.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

export const Component = () => (
  <DeskPage title={deskCatalogueText.categories.title} lead={deskCatalogueText.categories.lead} permissions={['curate']} isWhole>
    <DeskCategories />
  </DeskPage>
);

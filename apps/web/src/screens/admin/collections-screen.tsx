/** `/admin/collections`: series, topics, lists and plans of books. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { DeskCollections } from '../../features/catalog/desk-collections.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

const text = deskCatalogueText.collections;

export const Component = () => (
  <DeskPage
    title={text.title}
    lead={text.lead}
    permissions={['curate']}
    actions={
      <Link to="/admin/collections/new" className={buttonClass()}>
        {text.create}
      </Link>
    }
  >
    <DeskCollections />
  </DeskPage>
);

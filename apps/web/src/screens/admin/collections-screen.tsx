/** `/admin/collections`: series, topics, lists and plans of books. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { useMayWhole } from '../../features/account/for-operators.tsx';
import { DeskCollections } from '../../features/catalog/desk-collections.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

const text = deskCatalogueText.collections;

/** The order is the same for every publisher's. */
const Collections = () => <DeskCollections mayArrange={useMayWhole('curate') === true} />;

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
    <Collections />
  </DeskPage>
);

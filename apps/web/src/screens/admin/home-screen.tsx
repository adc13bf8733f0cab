/** `/admin/home`: the places of the front page. */
import { buttonClass } from '@shufang/ui';
import { Link } from 'react-router';
import { DeskHomeSlots } from '../../features/catalog/desk-home-slots.tsx';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import { DeskPage } from './desk-page.tsx';

const text = deskCatalogueText.home;

export const Component = () => (
  <DeskPage
    title={text.title}
    lead={text.lead}
    permissions={['curate']}
    isWhole
    actions={
      <Link to="/?preview=now" className={buttonClass('quiet')}>
        {text.preview}
      </Link>
    }
  >
    <DeskHomeSlots />
  </DeskPage>
);
